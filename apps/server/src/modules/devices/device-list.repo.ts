import type { deviceApi, InputOf } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { searchPatterns } from './search-term.ts'

export type DeviceQuery = InputOf<typeof deviceApi.pageDevices>

/** One device as lists show it. */
export interface ListedDevice {
  id: string
  company_id: string
  company_name: string
  name: string
  type: string
  state: string
  guard: string
  presence: string
  manufacturer: string
  oui: string
  product_class: string
  serial_number: string
  model_name: string
  software_version: string
  hardware_version: string
  ip_address: string | null
  mac_address: string | null
  last_inform_at: string | null
  claimed_at: string
  tags: string[]
}

export interface DevicePage {
  items: ListedDevice[]
  /** Exact, or a number above `countCap`. */
  total: number
}

/** Counting stops here: `total` above it means "more than". */
export const countCap = 10_000

/** What the list needs of a context: also what an export, which has several transactions, can give. */
type Reader = Pick<RequestContext, 'db' | 'scope'>

const shown = sql`d.id, d.company_id, d.name, d.type, d.state, d.guard, d.presence, d.manufacturer, d.oui,
  d.product_class, d.serial_number, d.model_name, d.software_version, d.hardware_version, host(d.ip_address) as ip_address,
  d.mac_address, d.claimed_at, d.tags`

const sortKeys = {
  name: sql`d.name`,
  serialNumber: sql`d.serial_number`,
  modelName: sql`d.model_name`,
  claimedAt: sql`d.claimed_at`,
} as const

export const deviceListRepo = {
  /** One page of the claimed devices that the scope sees. Ties go by id. */
  async page(ctx: Reader, query: DeviceQuery): Promise<DevicePage> {
    const column = query.sort.replace('-', '') as keyof typeof sortKeys | 'lastInformAt'
    const direction = query.sort.startsWith('-') ? sql`desc` : sql`asc`
    if (searchPatterns(query.search) !== null || (query.tag ?? []).length > 0) return searchedPage(ctx, query)
    if (column === 'lastInformAt') return pageByLastInform(ctx, query, direction)
    const key = sortKeys[column]
    const within = (owner: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
      select ${shown}, ${key} as k from device d
      where d.state = 'claimed' and ${owner} ${conditions(query)}
      order by ${key} ${direction}, d.id ${direction} ${limit}`
    return readPage(ctx, query, gathered(ctx, query, within, direction), direction)
  },
}

type Within = (owner: RawBuilder<unknown>, limit: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * The page's rows by an ordered index. A tree gathers as many rows as the page ends at from each of its MSPs, which are
 * few, and merges them: a walk over all devices could pass a million of others before it meets the first of its own.
 */
function gathered(ctx: Reader, query: DeviceQuery, within: Within, direction: RawBuilder<unknown>) {
  const offset = (query.page - 1) * query.pageSize
  const limit = limitOf(query.pageSize, offset)
  if (ctx.scope.kind !== 'tree' || query.companyId !== undefined) {
    return within(ownCompany(ctx, query), limit)
  }
  return sql`select d.* from visible_msps() m(id)
    cross join lateral (${within(sql`d.msp_id = m.id`, limitOf(offset + query.pageSize, 0))}) d
    order by d.k ${direction}, d.id ${direction} ${limit}`
}

/** The usual sizes stand in the text, so that the plan for them is prepared with them. */
function limitOf(limit: number, offset: number): RawBuilder<unknown> {
  if (offset === 0 && [1, 10, 20, 50, 100, 200].includes(limit)) return sql`limit ${sql.lit(limit)}`
  return sql`limit ${limit}::int offset ${offset}::int`
}

/** The company that row-level security asks for, once more where the planner sees its value. */
function ownCompany(ctx: Reader, query: DeviceQuery): RawBuilder<unknown> {
  const column = sql`d.company_id`
  const own = ctx.scope.kind === 'company' ? sql`${column} = ${ctx.scope.companyId}::bigint` : sql`true`
  return query.companyId === undefined ? own : sql`${own} and ${column} = ${query.companyId}::bigint`
}

function conditions(query: DeviceQuery): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = []
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values === undefined || values.length === 0) return
    // Equality with one value keeps the order of an index; an array loses it.
    wanted.push(
      values.length === 1
        ? sql`and ${sql.ref(column)} = ${values[0]}`
        : sql`and ${sql.ref(column)} = any (${values}::text[])`,
    )
  }
  among('d.presence', query.presence)
  among('d.guard', query.guard)
  among('d.type', query.type)
  if (query.modelName !== undefined) wanted.push(sql`and d.model_name = ${query.modelName}`)
  if (query.softwareVersion !== undefined) wanted.push(sql`and d.software_version = ${query.softwareVersion}`)
  return sql.join(wanted, sql` `)
}

/** In one company every row has the same name; elsewhere a function is cheaper than the policy's set of companies. */
function companyName({ scope }: Reader): RawBuilder<unknown> {
  return scope.kind === 'company'
    ? sql`(select c.name from company c where c.id = (select scope_company()))`
    : sql`visible_company_name(page.company_id)`
}

type PageRow = { [K in keyof ListedDevice]: ListedDevice[K] | null } & { total: number }

/** Page and total in one statement: one row at least, for the total of an empty page. */
async function readPage(
  ctx: Reader,
  query: DeviceQuery,
  rows: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): Promise<DevicePage> {
  const result = await sql<PageRow>`
    select counted.total, page.*, ${companyName(ctx)} as company_name, p.last_inform_at
    from (select ${total(ctx, query)} as total) counted
    left join (${rows}) page on true
    left join device_presence p on p.device_id = page.id
    order by page.k ${direction}, page.id ${direction}`.execute(ctx.db)
  return {
    items: result.rows.filter((row): row is ListedDevice & { total: number } => row.id !== null),
    total: result.rows[0]?.total ?? 0,
  }
}

/** From the tallies where they know it, else by counting up to one above the cap. */
function total(ctx: Reader, query: DeviceQuery): RawBuilder<unknown> {
  const owner =
    ctx.scope.kind === 'tree' && query.companyId === undefined ? sql`true` : ownCompany(ctx, query)
  const counted = sql`(select count(*)::int from (
    select 1 from device d where d.state = 'claimed' and ${owner} ${conditions(query)} limit ${sql.lit(countCap + 1)}) c)`
  const tallied = tallyConditions(query)
  if (tallied === null) return counted
  if (ctx.scope.kind === 'company') {
    return sql`case when (select netward_setting('netward.outlet_ids')) is null
        and (select netward_setting('netward.department_ids')) is null
      then (select coalesce(sum(d.n), 0)::int from device_tally d where ${owner} ${tallied})
      else ${counted} end`
  }
  return query.companyId === undefined
    ? sql`(select coalesce(sum(d.n), 0)::int from device_tally_msp d where true ${tallied})`
    : sql`(select coalesce(sum(d.n), 0)::int from device_tally d where ${owner} ${tallied})`
}

/** Null when the tallies do not know the filters. */
function tallyConditions(query: DeviceQuery): RawBuilder<unknown> | null {
  if (query.modelName !== undefined || query.softwareVersion !== undefined || (query.type ?? []).length > 0)
    return null
  const presence =
    (query.presence ?? []).length > 0 ? sql`and d.presence = any (${query.presence}::text[])` : sql``
  const guard = new Set(query.guard)
  if (guard.size === 0 || guard.size === 3) return presence
  if (guard.size === 1 && guard.has('none')) return sql`${presence} and not d.guarded`
  if (guard.size === 2 && !guard.has('none')) return sql`${presence} and d.guarded`
  return null
}

/** By device_presence's indexes; devices that never called in come last in both directions. */
async function pageByLastInform(
  ctx: Reader,
  query: DeviceQuery,
  direction: RawBuilder<unknown>,
): Promise<DevicePage> {
  const within: Within = (owner, limit) => sql`
    select ${shown}, q.last_inform_at as k from device_presence q join device d on d.id = q.device_id
    where d.state = 'claimed' and ${owner} ${conditions(query)}
    order by q.last_inform_at ${direction}, q.device_id ${direction} ${limit}`
  const offset = (query.page - 1) * query.pageSize
  const limit = limitOf(query.pageSize, offset)
  const rows =
    ctx.scope.kind === 'tree' && query.companyId === undefined
      ? sql`select d.* from visible_msps() m(id)
          cross join lateral (${within(sql`q.msp_id = m.id`, limitOf(offset + query.pageSize, 0))}) d
          order by d.k ${direction}, d.id ${direction} ${limit}`
      : within(ownPresence(ctx, query), limit)
  const found = await readPage(ctx, query, rows, direction)
  const missing = query.pageSize - found.items.length
  if (missing === 0 || found.total <= offset + found.items.length) return found
  return { ...found, items: [...found.items, ...(await neverInformed(ctx, query, found, missing, offset))] }
}

function ownPresence(ctx: Reader, query: DeviceQuery): RawBuilder<unknown> {
  const own = ctx.scope.kind === 'company' ? sql`q.company_id = ${ctx.scope.companyId}::bigint` : sql`true`
  return query.companyId === undefined ? own : sql`${own} and q.company_id = ${query.companyId}::bigint`
}

async function neverInformed(
  ctx: Reader,
  query: DeviceQuery,
  found: DevicePage,
  missing: number,
  offset: number,
): Promise<ListedDevice[]> {
  const never = sql`from device d where d.state = 'claimed' and d.first_inform_at is null
    and ${ownCompany(ctx, query)} ${conditions(query)}`
  let skipped = 0
  if (found.items.length === 0) {
    const counted = await sql<{ n: number }>`select count(*)::int as n ${never}`.execute(ctx.db)
    skipped = Math.max(0, offset - (found.total - (counted.rows[0]?.n ?? 0)))
  }
  const result = await sql<ListedDevice>`
    select page.*, ${companyName(ctx)} as company_name, null as last_inform_at
    from (select ${shown} ${never} order by d.id ${limitOf(missing, skipped)}) page order by page.id`.execute(
    ctx.db,
  )
  return result.rows
}

/** By the definer function that may use the trigram and tag indexes; the rows themselves come through the policies. */
async function searchedPage(ctx: Reader, query: DeviceQuery): Promise<DevicePage> {
  const { presence, guard, type, tag, companyId, modelName, softwareVersion } = query
  const filters = Object.fromEntries(
    Object.entries({
      ...searchPatterns(query.search),
      presence,
      guard,
      type,
      tag,
      companyId,
      modelName,
      softwareVersion,
    }).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0)),
  )
  const found = await sql<{ total: number; ids: string[] }>`
    select total, ids from search_devices(${JSON.stringify(filters)}::jsonb, ${query.sort.replace('-', '')},
      ${query.sort.startsWith('-')}, ${query.pageSize}::int, ${((query.page - 1) * query.pageSize).toString()}::int)`.execute(
    ctx.db,
  )
  const { total: matches, ids } = found.rows[0] ?? { total: 0, ids: [] }
  if (ids.length === 0) return { items: [], total: matches }
  const result = await sql<ListedDevice>`
    select page.*, ${companyName(ctx)} as company_name, p.last_inform_at
    from (select ${shown} from device d where d.id = any (${ids}::bigint[])) page
    left join device_presence p on p.device_id = page.id
    order by array_position(${ids}::bigint[], page.id)`.execute(ctx.db)
  return { items: result.rows, total: matches }
}
