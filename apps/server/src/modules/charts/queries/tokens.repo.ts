import { sql } from 'kysely'
import type { Context, PanelQuery, Question, Span } from '../asked.ts'
import { all, iso, ofCompany, type Sql, stepsFrom } from './conditions.repo.ts'

/** Rows of a table; the page of statistics has the rest. */
const mostRows = 30

/** Settled calls: what they took, in the ledger of who pays. */
const calls = (ctx: Context, question: Question, { from, to }: Span): Sql => sql`
  assistant_call c where c.state = 'settled' and c.at >= ${from}::timestamptz and c.at < ${to}::timestamptz
    and ${all([ofCompany(ctx, 'c', question)])}`

const sums = sql`coalesce(sum(c.input + c.output), 0)::float8 as tokens, coalesce(sum(c.cost), 0)::float8 as cost,
  count(*)::int as calls`

interface Sums {
  readonly tokens: number
  readonly cost: number
  readonly calls: number
}

const tokenUse: PanelQuery = async (ctx, question) => {
  const read = async (span: Span) => {
    const { rows } = await sql<Sums>`select ${sums} from ${calls(ctx, question, span)}`.execute(ctx.db)
    const { tokens, cost, calls: made } = rows[0]!
    return [tokens, cost, made]
  }
  const [values, before] = await Promise.all([read(question), read(question.before)])
  return { rows: [{ key: 'all', values, before }] }
}

const tokenDays: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ begins: string; input: number; output: number; cost: number }>`
    with c as materialized (select c.at, c.input, c.output, c.cost from ${calls(ctx, question, question)})
    select s.begins, n.* from ${stepsFrom(question)} s cross join lateral (
      select coalesce(sum(c.input), 0)::float8 as input, coalesce(sum(c.output), 0)::float8 as output,
        coalesce(sum(c.cost), 0)::float8 as cost
      from c where c.at >= s.begins and c.at < s.ends) n
    order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map(({ begins, input, output, cost }) => ({
      key: iso(begins),
      at: iso(begins),
      values: [input, output, cost],
    })),
  }
}

const tokenCompanies: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<Sums & { id: string; name: string | null }>`
    select c.company_id as id, visible_company_name(c.company_id) as name, ${sums}
    from ${calls(ctx, question, question)} group by c.company_id
    order by tokens desc, id limit ${sql.lit(mostRows + 1)}`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map(({ id, name, tokens, cost, calls: made }) => ({
      key: id,
      label: name ?? '',
      values: [tokens, cost, made],
    })),
  }
}

export const tokenQueries = {
  token_use: tokenUse,
  token_days: tokenDays,
  token_companies: tokenCompanies,
} satisfies Readonly<Record<string, PanelQuery>>
