import type { InputOf, OutputOf, outletApi } from '@netward/contract'
import { columnOf } from '@netward/contract/entity-fields'
import { outletEntity } from '@netward/contract/outlet-fields'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import { selectedFields } from '../../platform/entity/entity-rows.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withCompanyName } from './company-name.repo.ts'
import { filtersOf } from './outlet-filters.repo.ts'
import { healthIs } from './outlet-health.repo.ts'
import { matching } from './search.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type OutletQuery = InputOf<typeof outletApi.pageOutlets>

/** One outlet as lists and its page show it; its health comes from its devices. */
export type ListedOutlet = Omit<OutputOf<typeof outletApi.getOutlet>, 'health'>

export const outletListRepo = {
  async page(ctx: Reader, query: OutletQuery): Promise<{ items: ListedOutlet[]; total: number }> {
    const where = await whereClause(ctx, query)
    const order = orderOf(query)
    const [counted, page] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from outlet o where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db),
      sql<ListedOutlet>`${shown(
        ctx,
        sql`select o.* from ${sourceOf(ctx, query)} where ${where} order by ${order}
          limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`,
      )} order by ${order}`.execute(ctx.db),
    ])
    return { items: page.rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** The list's rows in order, `most` at most. */
  async all(ctx: Reader, query: OutletQuery, most: number): Promise<ListedOutlet[]> {
    const where = await whereClause(ctx, query)
    const order = orderOf(query)
    const rows = sql`select o.* from ${sourceOf(ctx, query)} where ${where} order by ${order} limit ${most}::int`
    return (await sql<ListedOutlet>`${shown(ctx, rows)} order by ${order}`.execute(ctx.db)).rows
  },

  async find(ctx: Reader, id: string): Promise<ListedOutlet | undefined> {
    const rows = sql`select o.* from outlet o where o.id = ${id}`
    return (await sql<ListedOutlet>`${shown(ctx, rows)}`.execute(ctx.db)).rows[0]
  },

  /** Outlets of the company acted in that have one of these codes. */
  async ofCodes(ctx: Reader, codes: readonly string[]): Promise<ListedOutlet[]> {
    const rows = sql`select o.* from outlet o where o.company_id = ${ctx.scope.companyId} and o.code <> ''
      and lower(o.code) = any (${codes.map((code) => code.toLowerCase())}::text[])`
    return (await sql<ListedOutlet>`${shown(ctx, rows)}`.execute(ctx.db)).rows
  },

  /** The first matches, for a selection field. */
  async choices(
    ctx: Reader,
    { search, companyId, outletId }: InputOf<typeof outletApi.outletChoices>,
  ): Promise<{ id: string; name: string; code: string; companyName: string }[]> {
    const conditions = [
      ...(await matching(ctx, 'outlet', search)),
      ...(companyId === undefined ? [] : [sql`o.company_id = ${companyId}::bigint`]),
      ...(outletId === undefined ? [] : [sql`o.id = ${outletId}::bigint`]),
    ]
    const { rows } = await sql<{ id: string; name: string; code: string; companyName: string }>`
      select o.id, o.name, o.code, o.company_name as "companyName"
      from (${withCompanyName(
        ctx,
        sql`select o.* from outlet o where ${all(conditions)} order by o.name, o.id limit 50`,
      )}) o
      order by o.name, o.id`.execute(ctx.db)
    return rows
  },
}

/** Counts cover only the rows of the page. */
function shown(ctx: Reader, rows: Sql): Sql {
  return sql`
    select o.id, o.company_id as "companyId", o.company_name as "companyName",
      ${selectedFields(outletEntity, 'o')},
      (select n.name from org_node n where n.company_id = o.company_id and n.id = o.department_id)
        as "departmentName",
      o.created_at as "createdAt", (select count(*)::int from internet_line l where l.outlet_id = o.id) as lines,
      d.devices, d.online, d.overdue, d.offline, h.score, coalesce(h.band, 'unknown') as band
    from (${withCompanyName(ctx, rows)}) o
    left join outlet_health h on h.outlet_id = o.id
    cross join lateral (
      select count(*)::int as devices, count(*) filter (where d.presence = 'online')::int as online,
        count(*) filter (where d.presence = 'overdue')::int as overdue,
        count(*) filter (where d.presence = 'offline')::int as offline
      from device d where d.outlet_id = o.id and d.state = 'claimed') d`
}

/** By score the table of health leads, whose indexes have that order. */
function sourceOf({ scope }: Reader, { sort }: OutletQuery): Sql {
  if (!isByScore(sort)) return sql`outlet o`
  const own = scope.kind === 'company' ? sql` and h.company_id = ${scope.companyId}::bigint` : sql``
  return sql`outlet_health h join outlet o on o.id = h.outlet_id${own}`
}

const isByScore = (sort: OutletQuery['sort']) => sort === 'score' || sort === '-score'

function orderOf({ sort }: OutletQuery): Sql {
  if (isByScore(sort)) return sql`h.score ${sql.raw(sort === 'score' ? '' : 'desc nulls last')}, h.outlet_id`
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const key = sql.ref(`o.${columnOf(sort.replace('-', ''))}`)
  return sql`${key} ${direction}, o.id ${direction}`
}

async function whereClause(ctx: Reader, query: OutletQuery): Promise<Sql> {
  const { health = [], band = [] } = query
  return all([
    ...(band.length === 0
      ? []
      : [sql`o.id in (select b.outlet_id from outlet_health b where b.band = any (${band}::text[]))`]),
    ...filtersOf(ctx, query),
    ...(await matching(ctx, 'outlet', query.search)),
    ...(health.length === 0
      ? []
      : [
          sql`(${sql.join(
            health.map((one) => healthIs[one]),
            sql` or `,
          )})`,
        ]),
  ])
}

function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
