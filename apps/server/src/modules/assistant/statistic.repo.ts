import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import type { StatisticGroup } from '@netward/contract/assistant-values'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Answer = OutputOf<typeof assistantApi.tokenStatistics>

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
}
