import type { deviceTypes } from '@netward/contract/device-values'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { DeviceQuery } from './device-rows.repo.ts'
import { hiddenFromAbove } from './hidden-from-above.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Maximum values a filter offers, and how many it scans to find them. */
const offered = 200
const looked = 2000

type Sql = RawBuilder<unknown>

export interface Counts {
  online: number
  overdue: number
  offline: number
  unknown: number
  guarded: number
}

export interface TypeCount {
  type: (typeof deviceTypes)[number]
  total: number
  online: number
}

export const summaryRepo = {
  /**
   * From the tallies, updated on every device change: exact in every scope, at any size. Callers with a
   * partial scope get a count instead.
   */
  async count(ctx: Reader, of: DeviceQuery['of']): Promise<Counts> {
    const result = await sql<Counts>`
      select coalesce(sum(n) filter (where presence = 'online'), 0)::int as online,
        coalesce(sum(n) filter (where presence = 'overdue'), 0)::int as overdue,
        coalesce(sum(n) filter (where presence = 'offline'), 0)::int as offline,
        coalesce(sum(n) filter (where presence = 'unknown'), 0)::int as unknown,
        coalesce(sum(n) filter (where guarded), 0)::int as guarded
      from ${tallied(ctx, of)}
      ${of === 'smart_cpe' ? sql`where type = 'smart_cpe'` : sql``}`.execute(ctx.db)
    return result.rows[0]!
  },

  /** Of the list of all types. */
  async countTypes(ctx: Reader): Promise<TypeCount[]> {
    const { rows } = await sql<TypeCount>`
      select type, sum(n)::int as total, coalesce(sum(n) filter (where presence = 'online'), 0)::int as online
      from ${tallied(ctx, 'all')} group by type having sum(n) > 0 order by 2 desc, 1`.execute(ctx.db)
    return rows
  },

  /** Models in use that contain `search`. */
  models: (ctx: Reader, search: string, of: DeviceQuery['of'] = 'smart_cpe') =>
    distinct(ctx, { ...devicesOf(of), search, column: sql.ref('model_name') }),
  softwareVersions: (ctx: Reader) =>
    distinct(ctx, { ...devicesOf('smart_cpe'), column: sql.ref('software_version') }),
  brands: (ctx: Reader) => distinct(ctx, { ...devicesOf('all'), column: sql.ref('manufacturer') }),

  /** Tags in use that contain `search`. */
  tags: (ctx: Reader, search: string) => distinct(ctx, { ...tags, search, besides: tagsOfSome(ctx) }),
}

/** Rows of `type`, `presence`, `guarded` and `n` of a scope. */
function tallied({ scope }: Reader, of: DeviceQuery['of']): Sql {
  const company = sql`company_id = ${scope.companyId}::bigint`
  if (scope.kind === 'company')
    return sql`(select type, presence, guarded, n from device_tally where ${company}
      union all
      select type, presence, guard <> 'none', 1 from device where ${company} and state = 'claimed' and ${limited}) t`
  const hidden = hiddenFromAbove(of)
  return scope.kind === 'platform'
    ? sql`(select type, presence, guarded, n from device_tally_msp union all ${hidden}) t`
    : sql`(select type, presence, guarded, n from device_tally_msp where ${leaving} = '{}'
      union all
      select t.type, t.presence, t.guarded, t.n from visible_companies() c (id)
        join device_tally t on t.company_id = c.id where ${leaving} <> '{}'
      union all ${hidden}) t`
}

interface Values {
  readonly table: Sql
  readonly column: Sql
  readonly where: Sql
  readonly search?: string
  /** Values from elsewhere. */
  readonly besides?: Sql
}

/** Companies that left the tree, whose devices are still in their old MSP's tally. */
const leaving = sql`(select companies_leaving())`

/** Whether the roles are limited to some outlets or departments: checked once, before any row is read. */
const limited = sql`((select netward_setting('netward.outlet_ids')) is not null
  or (select netward_setting('netward.department_ids')) is not null)`

/** Tag tallies cover a whole company. */
const tagsOfSome = ({ scope }: Reader) =>
  sql`select distinct unnest(tags) from device
    where company_id = ${scope.companyId}::bigint and state = 'claimed' and tags <> '{}' and ${limited}`

const devicesOf = (of: DeviceQuery['of']) => ({
  table: sql`device`,
  where: of === 'smart_cpe' ? sql`state = 'claimed' and type = 'smart_cpe'` : sql`state = 'claimed'`,
})
const tags = { table: sql`device_tag`, where: sql`n > 0`, column: sql.ref('tag') }

/** Distinct values by skip scan along an index: cost depends on the values, not on the rows. */
async function distinct(
  { db, scope }: Reader,
  { table, column, where, search = '', besides }: Values,
): Promise<string[]> {
  const hop = (owner: Sql, after: Sql) =>
    sql`(select ${column} from ${table} where ${where} and ${owner} and ${column} > ${after} order by ${column} limit 1)`
  const hops = (owner: Sql) => sql`
    with recursive seen(value, hop) as (
      select ${hop(owner, sql`''`)}, 1
      union all
      select ${hop(owner, sql`seen.value`)}, hop + 1 from seen where seen.value is not null and hop < ${sql.lit(looked)})
    select value from seen where value is not null`
  const values =
    scope.kind === 'tree'
      ? sql`select distinct v.value from visible_msps() m(id) cross join lateral (${hops(sql`msp_id = m.id`)}) v`
      : hops(scope.kind === 'company' ? sql`company_id = ${scope.companyId}::bigint` : sql`true`)
  const result = await sql<{ value: string }>`
    select value from (${values} ${besides ? sql`union ${besides}` : sql``}) v (value) where ${search} = '' or strpos(lower(value), ${search.toLowerCase()}) > 0
    order by value limit ${sql.lit(offered)}`.execute(db)
  return result.rows.map((row) => row.value)
}
