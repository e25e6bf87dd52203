import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import type { StatisticGroup } from '@netward/contract/assistant-values'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Answer = OutputOf<typeof assistantApi.tokenStatistics>
type Reconciliation = OutputOf<typeof assistantApi.reconcileTokens>

const mostRows = 1000

const keys: Record<StatisticGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  day: { key: sql`c.day::text`, name: sql`''` },
  company: { key: sql`c.company_id::text`, name: sql`max(o.name)` },
  person: { key: sql`coalesce(c.person_id::text, c.person_name)`, name: sql`max(c.person_name)` },
  feature: { key: sql`c.feature`, name: sql`''` },
  model: { key: sql`c.provider_name || ' ' || c.model`, name: sql`''` },
}

const sums = sql`count(*)::int as calls, coalesce(sum(c.input), 0)::float8 as input, coalesce(sum(c.cached), 0)::float8 as cached,
  coalesce(sum(c.output), 0)::float8 as output, coalesce(sum(c.cost), 0)::float8 as cost,
  coalesce(sum(c.input + c.output) filter (where c.estimated) / nullif(sum(c.input + c.output), 0), 0)::float8
    as "estimatedShare"`

/** What settled calls took. Row-level security decides which companies are below. */
export const statisticRepo = {
  async sums(
    { db, scope }: Reader,
    { from, to, by, below }: InputOf<typeof assistantApi.tokenStatistics>,
  ): Promise<Answer> {
    const source = sql`assistant_call c
      where c.state = 'settled' and c.day between ${from}::date and ${to}::date
        and (${below} or c.company_id = ${scope.companyId})`
    const { key, name } = keys[by]
    const grouped = by === 'company' ? sql`company o, ${source} and o.id = c.company_id` : source
    const order = by === 'day' ? sql`1` : sql`sum(c.cost) desc, sum(c.input + c.output) desc, 1`
    const [rows, total] = await Promise.all([
      sql<Answer['rows'][number]>`select ${key} as key, ${name} as name, ${sums} from ${grouped}
        group by 1 order by ${order} limit ${sql.lit(mostRows)}`.execute(db),
      sql<Answer['total']>`select ${sums} from ${source}`.execute(db),
    ])
    return { rows: rows.rows, total: total.rows[0]! }
  },

  /** What companies below used of the services that the company acted in offers. */
  async ofOffers(
    { db }: Pick<Reader, 'db'>,
    { from, to, by }: InputOf<typeof assistantApi.tokenStatistics>,
  ): Promise<Answer> {
    const { rows } = await sql<Omit<Answer['rows'][number], 'key'> & { key: string | null }>`
      select key, name, calls::int, input::float8, cached::float8, output::float8, cost::float8,
        estimated::float8 as "estimatedShare"
      from assistant_offer_use(${from}::date, ${to}::date, ${by})
      order by key is not null, ${by === 'day' ? sql`key` : sql`cost desc, input + output desc, key`}
      limit ${sql.lit(mostRows + 1)}`.execute(db)
    const [total, ...kept] = rows
    const { key: _key, name: _name, ...whole } = total!
    return { rows: kept.map(({ key, ...row }) => ({ key: key ?? '', ...row })), total: whole }
  },

  /** Calls of the company acted in by service and model: how each was settled, beside what services reported. */
  async reconciliation(
    { db, scope }: Reader,
    { from, to }: InputOf<typeof assistantApi.reconcileTokens>,
  ): Promise<Reconciliation> {
    const { rows } = await sql<Reconciliation['rows'][number] & { isTotal: boolean }>`
      select coalesce(c.provider_name, '') as name, coalesce(c.model, '') as model, grouping(c.model) = 1 as "isTotal",
        count(*)::int as calls,
        count(*) filter (where c.state = 'settled' and not c.estimated)::int as reported,
        count(*) filter (where c.estimated and c.outcome <> 'abandoned')::int as estimated,
        count(*) filter (where c.outcome = 'abandoned')::int as abandoned,
        count(*) filter (where c.state = 'reserved')::int as running,
        coalesce(sum(c.input + c.output) filter (where c.state = 'settled'), 0)::float8 as tokens,
        coalesce(sum(c.reported), 0)::float8 as "reportedTokens"
      from assistant_call c
      where c.company_id = ${scope.companyId} and c.day between ${from}::date and ${to}::date
      group by grouping sets ((c.provider_name, c.model), ())
      order by grouping(c.model) desc, 1, 2 limit ${sql.lit(mostRows + 1)}`.execute(db)
    const [total, ...kept] = rows.map(({ isTotal: _total, ...row }) => row)
    const { name: _name, model: _model, ...whole } = total!
    return { rows: kept, total: whole }
  },
}
