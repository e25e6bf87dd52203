import { sql } from 'kysely'
import type { DeviceQuery, Sql } from './device-rows.repo.ts'

/** Rows of the tallies, negative, of what a list from above leaves out: companies without its products. */
export function hiddenFromAbove(of: DeviceQuery['of']): Sql {
  const without = (product: string) =>
    sql`company_id = any ((select companies_without(${sql.lit(product)}))::bigint[])`
  const smart = sql`type = 'smart_cpe' and ${without('device_management')}`
  return sql`select type, presence, guarded, -n from device_tally
    where ${of === 'smart_cpe' ? smart : sql`(${smart} or ${without('monitoring')})`}`
}
