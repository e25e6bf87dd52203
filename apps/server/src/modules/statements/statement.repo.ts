import type { InputOf, OutputOf, statementApi } from '@netward/contract'
import type { StatementFigures } from '@netward/contract/statement-values'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type StatementRow = OutputOf<typeof statementApi.pageStatements>['items'][number]

/** What may be counted again later. */
type LateFigures = Pick<StatementFigures, 'orders' | 'sms' | 'calls'>

export interface Statement extends StatementRow {
  readonly timeZone: string
  readonly figures: StatementFigures
  readonly correction: { readonly figures: LateFigures; readonly notedAt: string } | null
}

export interface StatementLine {
  readonly name: string
  readonly figures: StatementFigures
  /** Null: nothing came later. */
  readonly correction: LateFigures | null
}

const corrected = sql`exists (select from statement_correction k where k.company_id = s.company_id and k.statement_id = s.id)`
const row = sql`s.id, s.company_id as "companyId", s.company_name as "companyName", s.kind, s.month::text as month,
  (s.figures->>'outlets')::int as outlets,
  (select coalesce(sum(d.value::int), 0)::int from jsonb_each_text(s.figures->'devices') d) as devices,
  (s.figures->'orders'->>'made')::int as orders, (s.figures->'orders'->>'beyond')::int as beyond,
  (s.figures->>'sms')::int as sms, ${corrected} as corrected, s.made_at as "madeAt"`

export const statementRepo = {
  async page(
    { db, scope }: Reader,
    { companyId, month, kind, search, sort, page, pageSize }: InputOf<typeof statementApi.pageStatements>,
  ): Promise<{ items: StatementRow[]; total: number }> {
    const only = scope.kind === 'company' ? scope.companyId : companyId
    const conditions: RawBuilder<unknown>[] = [
      only === undefined ? sql`true` : sql`s.company_id = ${only}::bigint`,
      ...(month === undefined ? [] : [sql`s.month = ${month}::date`]),
      ...(kind === undefined ? [] : [sql`s.kind = any (${kind}::text[])`]),
      ...(search === undefined || search === ''
        ? []
        : [sql`strpos(lower(s.company_name), lower(${search})) > 0`]),
    ]
    const where = sql.join(conditions, sql` and `)
    const order = sort === 'month' ? sql`s.month, s.id` : sql`s.month desc, s.id desc`
    const from = sql`monthly_statement s where ${where}`
    const { rows } = await sql<StatementRow>`select ${row} from ${from}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async find({ db }: Reader, statementId: string): Promise<Statement | undefined> {
    const { rows } = await sql<Statement>`select ${row}, s.time_zone as "timeZone", s.figures,
        (select jsonb_build_object('figures', k.figures, 'notedAt', k.noted_at) from statement_correction k
          where k.company_id = s.company_id and k.statement_id = s.id) as correction
      from monthly_statement s where s.id = ${statementId}::bigint`.execute(db)
    return rows[0]
  },

  /** Of an MSP: itself first, then its customers by name, with what came later for those that are in sight. */
  async lines({ db }: Reader, { id, companyId, month }: Statement): Promise<StatementLine[]> {
    const { rows } = await sql<StatementLine>`
      select l.customer_name as name, l.figures,
        (select k.figures from monthly_statement s join statement_correction k on k.company_id = s.company_id and k.statement_id = s.id
          where s.company_id = l.customer_id and s.month = ${month}::date) as correction
      from statement_line l where l.company_id = ${companyId}::bigint and l.statement_id = ${id}::bigint
      order by l.customer_id <> l.company_id, l.customer_name, l.customer_id`.execute(db)
    return rows
  },

  async make(scopes: Scopes, most: number, now: Date): Promise<number> {
    const [made] = await scopes.asLoginRole<{ n: number }>('select statements_make($1, $2) as n', [most, now])
    return made!.n
  },

  async makeAbove(scopes: Scopes, most: number, now: Date): Promise<number> {
    const [made] = await scopes.asLoginRole<{ n: number }>('select statements_make_above($1, $2) as n', [
      most,
      now,
    ])
    return made!.n
  },

  /** Returns where the next call goes on; null: all were counted. */
  async recount(scopes: Scopes, after: string, most: number): Promise<string | null> {
    const [counted] = await scopes.asLoginRole<{ last: string | null }>(
      'select statements_recount($1, $2)::text as last',
      [after, most],
    )
    return counted!.last
  },

  async forgetOld(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select forget_statements()')
  },
}
