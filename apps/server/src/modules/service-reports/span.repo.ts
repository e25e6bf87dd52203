import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Days } from './periods.ts'

export type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Sql = RawBuilder<unknown>

/** Moments of the days of a period in its time zone. */
export interface Span {
  readonly company: Sql
  readonly from: Sql
  readonly to: Sql
  readonly zone: string
}

export const within = (column: Sql, { from, to }: Span) => sql`${column} >= ${from} and ${column} < ${to}`

export function spanOf({ scope }: Reader, days: Days, zone: string): Span {
  return {
    company: sql`${scope.companyId}::bigint`,
    from: sql`(${days.from}::date::timestamp at time zone ${zone}::text)`,
    to: sql`((${days.to}::date + 1)::timestamp at time zone ${zone}::text)`,
    zone,
  }
}

/** Outages that began in the period and count: their gateway does not say otherwise. */
export const outagesIn = (
  span: Span,
) => sql`line_outage o join internet_line l on l.company_id = o.company_id and l.id = o.line_id
  where o.company_id = ${span.company} and o.second_view <> 'disagrees' and ${within(sql`o.began_at`, span)}`

export async function one<T>({ db }: Reader, query: RawBuilder<unknown>): Promise<T> {
  return (await (query as RawBuilder<T>).execute(db)).rows[0]!
}
export async function many<T>({ db }: Reader, query: RawBuilder<unknown>): Promise<T[]> {
  return (await (query as RawBuilder<T>).execute(db)).rows
}
