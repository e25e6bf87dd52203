import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { LineMeasurer, LineTarget } from '@netward/contract/line-quality-values'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Pair } from '../counted-line.service.ts'

/** As `line_targets_due` describes it. */
export interface DueLine {
  readonly line_id: string
  readonly measured_by: LineMeasurer | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  readonly business_hours: string
  readonly time_zone: string
  readonly created_at: number
  readonly minutes: Readonly<Record<string, string>> | null
  readonly doubted: readonly Pair[] | null
  readonly works: readonly Pair[] | null
}

interface CountRow {
  readonly days: 1 | 7
  readonly within: number
  readonly outside: number
  readonly seldom: number
}

export const targetRepo = {
  due: (scopes: Scopes, most: number): Promise<DueLine[]> =>
    scopes.asLoginRole<DueLine & Record<string, unknown>>('select * from line_targets_due($1)', [most]),

  async write(
    scopes: Scopes,
    targets: readonly { lineId: string; day: LineTarget | null; week: LineTarget | null }[],
  ): Promise<void> {
    await scopes.asLoginRole('select line_targets_write($1)', [JSON.stringify(targets)])
  },

  /** Of the lines that the caller sees, as their list does. */
  async counts(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    { companyId, outletId }: { companyId?: string | undefined; outletId?: string | undefined },
  ): Promise<{ periods: CountRow[]; judgedAt: string | null }> {
    const conditions = [
      ...(scope.kind === 'company' ? [sql`s.company_id = ${scope.companyId}::bigint`] : []),
      ...(companyId === undefined ? [] : [sql`s.company_id = ${companyId}::bigint`]),
      ...(outletId === undefined
        ? []
        : [
            sql`exists (select from internet_line l where l.company_id = s.company_id and l.id = s.line_id
              and l.outlet_id = ${outletId}::bigint)`,
          ]),
    ]
    const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
    const { rows } = await sql<Record<`${'day' | 'week'}_${LineTarget}`, number> & { judged: string | null }>`
      select ${sql.join(
        (['day', 'week'] as const).flatMap((period) =>
          (['within', 'outside', 'seldom'] as const).map(
            (target) =>
              sql`(count(*) filter (where ${sql.ref(`s.${period}_target`)} = ${target}))::int as ${sql.ref(`${period}_${target}`)}`,
          ),
        ),
      )}, min(s.judged_at) filter (where s.week_target is not null) as judged
      from line_standing s where ${where}`.execute(db)
    const row = rows[0]!
    const of = (period: 'day' | 'week', days: 1 | 7): CountRow => ({
      days,
      within: row[`${period}_within`],
      outside: row[`${period}_outside`],
      seldom: row[`${period}_seldom`],
    })
    return { periods: [of('day', 1), of('week', 7)], judgedAt: row.judged }
  },
}
