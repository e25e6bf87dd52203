import type { InputOf, outletApi } from '@netward/contract'
import { noRegion } from '@netward/contract/outlet-region'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

/** Conditions on `outlet o` by its own columns. */
export function filtersOf(
  { scope }: Pick<RequestContext, 'scope'>,
  { region = '', departmentId, companyId }: InputOf<typeof outletApi.outletRegions>,
): readonly RawBuilder<unknown>[] {
  return [
    ...(scope.kind === 'company' ? [sql`o.company_id = ${scope.companyId}::bigint`] : []),
    ...(companyId === undefined ? [] : [sql`o.company_id = ${companyId}::bigint`]),
    ...(region === '' ? [] : [region === noRegion ? sql`o.region = ''` : within(region)]),
    ...(departmentId === undefined ? [] : [sql`o.department_id = ${departmentId}::bigint`]),
  ]
}

/** Conditions on a table with `outlet_id`: it stands in an outlet of that region and department. */
export function standsIn(
  table: string,
  {
    region,
    departmentId,
  }: { readonly region?: string | undefined; readonly departmentId?: string | undefined },
): readonly RawBuilder<unknown>[] {
  const conditions = [
    ...(region === undefined ? [] : [region === noRegion ? sql`o.region = ''` : within(region)]),
    ...(departmentId === undefined ? [] : [sql`o.department_id = ${departmentId}::bigint`]),
  ]
  if (conditions.length === 0) return []
  return [
    sql`${sql.ref(`${table}.outlet_id`)} in (select o.id from outlet o where ${sql.join(conditions, sql` and `)})`,
  ]
}

/** A condition on a column of text: one of these values; none or no list: any. */
export const among = (column: string, values: readonly string[] = []): readonly RawBuilder<unknown>[] =>
  values.length === 0 ? [] : [sql`${sql.ref(column)} = any (${values}::text[])`]

/** A region and its descendants, as index ranges: LIKE is not leakproof. `0` follows `/`. */
function within(region: string) {
  return sql`(o.region = ${region} or (o.region >= ${`${region}/`} and o.region < ${`${region}0`}))`
}
