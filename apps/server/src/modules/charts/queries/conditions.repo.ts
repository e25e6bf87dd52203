import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'
import { standsIn } from '../../outlets/index.ts'
import type { Question, Span } from '../asked.ts'

export type Sql = RawBuilder<unknown>
type Reader = Pick<RequestContext, 'db' | 'scope'>

type Narrowed = Pick<Question, 'filters'>

/** Conditions on a table with company_id and outlet_id: the company of the scope, and what the page is narrowed by. */
export const placed = (reader: Reader, table: string, question: Narrowed): Sql =>
  all([ofCompany(reader, table, question), ...standsIn(table, question.filters)])

/** Those on a table that has company_id alone. */
export function ofCompany({ scope }: Reader, table: string, { filters: { companyId } }: Narrowed): Sql {
  const column = sql.ref(`${table}.company_id`)
  return all([
    // The company role sees its company alone: the index of a company serves it.
    ...(scope.kind === 'company' ? [sql`${column} = ${scope.companyId}::bigint`] : []),
    ...(companyId === undefined ? [] : [sql`${column} = ${companyId}::bigint`]),
  ])
}

/** Of `internet_line l`. */
export const ofIsp = ({ filters: { isp = [] } }: Narrowed): Sql[] =>
  isp.length === 0 ? [] : [sql`l.isp = any (${isp}::text[])`]

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/**
 * `step (begins, ends)`: the steps of the period by the reader's clock. The first begins with the period, the last ends with it.
 */
export const stepsFrom = ({ from, to, steps, timeZone }: Question): Sql => sql`(
  select greatest(s, ${from}::timestamptz) as begins,
    least(lead(s, 1, ${to}::timestamptz) over (order by s), ${to}::timestamptz) as ends
  from generate_series(date_trunc(${sql.lit(steps.unit)}, ${from}::timestamptz, ${timeZone}), ${to}::timestamptz - interval '1 microsecond',
    ${sql.lit(`1 ${steps.unit}`)}::interval, ${timeZone}) s)`

/** Whether the rollups have the hours of a period: they are kept for 100 days. */
export const areHoursKept = ({ from }: Span): boolean => from.getTime() > Date.now() - 98 * 86_400_000

/** How many of `held` there were at the end of each step: those of `rows` with `came` and `went` (null: they are there). */
export async function heldCourse(
  { db }: Reader,
  question: Question,
  { rows: found, came, went }: { rows: Sql; came: Sql; went: Sql },
): Promise<{ begins: string; held: number }[]> {
  const { rows } = await sql<{ begins: string; held: number }>`
    with h as materialized (select ${came} as came, ${went} as went from ${found})
    select s.begins, (select count(*)::int from h where h.came < s.ends and (h.went is null or h.went >= s.ends)) as held
    from ${stepsFrom(question)} s order by s.begins`.execute(db)
  return rows
}

/** A share of 1; null without a denominator. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

export const iso = (moment: Date | string): string =>
  typeof moment === 'string' ? new Date(moment).toISOString() : moment.toISOString()
