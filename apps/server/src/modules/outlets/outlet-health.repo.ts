import type { OutletHealth } from '@netward/contract/outlet-values'
import { type RawBuilder, sql } from 'kysely'

/** As `healthOf` of the contract, of counted `d.devices`, `d.online`, `d.overdue` and `d.offline`. */
export const healthText = sql<OutletHealth>`case
  when d.devices = 0 then 'none'
  when d.online > 0 then case when d.offline > 0 then 'partial' else 'online' end
  when d.offline > 0 then 'offline'
  when d.overdue > 0 then 'overdue'
  else 'unknown' end`

const has = (presence: string) =>
  sql`exists (select from device d where d.outlet_id = o.id and d.state = 'claimed' and d.presence = ${sql.lit(presence)})`

/** The same for `outlet o`, as a filter: without counting. */
export const healthIs: Record<OutletHealth, RawBuilder<unknown>> = {
  online: sql`(${has('online')} and not ${has('offline')})`,
  partial: sql`(${has('online')} and ${has('offline')})`,
  offline: sql`(${has('offline')} and not ${has('online')})`,
  overdue: sql`(${has('overdue')} and not ${has('online')} and not ${has('offline')})`,
  unknown: sql`(${has('unknown')} and not ${has('online')} and not ${has('overdue')} and not ${has('offline')})`,
  none: sql`not exists (select from device d where d.outlet_id = o.id and d.state = 'claimed')`,
}
