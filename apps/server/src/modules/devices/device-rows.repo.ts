import type { deviceApi, equipmentApi, InputOf } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { standsIn } from '../outlets/index.ts'

type SmartCpeQuery = InputOf<typeof deviceApi.pageDevices>
type AnyTypeQuery = InputOf<typeof equipmentApi.pageEquipment>

/** What both lists filter by, and the page. */
export interface DeviceQuery
  extends
    Omit<SmartCpeQuery, 'sort'>,
    Pick<AnyTypeQuery, 'brand' | 'driver' | 'level' | 'polling' | 'region' | 'departmentId' | 'firmware'> {
  /** A key of `sortKeys` or `lastInformAt`, with a leading `-` for descending. */
  readonly sort: string
  /** Added at or after, and before. */
  readonly addedSince?: string | undefined
  readonly addedBefore?: string | undefined
  /** Affected by this advisory. */
  readonly advisoryId?: string | undefined
  /** The list of smart CPE, or that of all types, which needs another product. */
  readonly of: 'smart_cpe' | 'all'
}
export type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Sql = RawBuilder<unknown>

/** One device as lists show it. */
export interface ListedDevice {
  id: string
  company_id: string
  company_name: string
  name: string
  type: string
  driver: string
  port: number | null
  note: string
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
  outlet_id: string | null
  outlet_name: string | null
}

const lastInform = sql`(select p.last_inform_at from device_presence p where p.device_id = d.id)`

/** Columns of `device d` in a row; `named` adds the names missing in a tree. */
export function shownColumns(ctx: Reader, lastInformAt: Sql = lastInform): Sql {
  return sql`d.id, d.company_id, ${companyName(ctx)} as company_name, d.name, d.type, d.driver, d.port, d.note, d.state, d.guard, d.presence,
    d.manufacturer, d.oui, d.product_class, d.serial_number, d.model_name, d.software_version, d.hardware_version,
    host(d.ip_address) as ip_address, d.mac_address, ${lastInformAt} as last_inform_at, d.claimed_at, d.tags,
    d.outlet_id, ${outletName(ctx)} as outlet_name`
}

const sortKeys = {
  name: sql`d.name`,
  serialNumber: sql`d.serial_number`,
  modelName: sql`d.model_name`,
  claimedAt: sql`d.claimed_at`,
  brand: sql`d.manufacturer`,
  ipAddress: sql`d.ip_address`,
} as const

export function directionOf(query: DeviceQuery): Sql {
  return query.sort.startsWith('-') ? sql`desc` : sql`asc`
}

export function sortsByLastInform(query: DeviceQuery): boolean {
  return query.sort.endsWith('lastInformAt')
}

/**
 * At most `limit` rows from `offset` on, in order, with the extra columns. Sorted by last Inform, it returns
 * the devices that have one. In one company the walk returns whole rows: its policy reads each of them
 * anyway. Elsewhere it carries only keys, which most indexes hold, and the page's rows are fetched.
 */
export function orderedRows(
  ctx: Reader,
  query: DeviceQuery,
  { limit, offset, also = sql`` }: { limit: number; offset: number; also?: Sql },
): Sql {
  const byInform = sortsByLastInform(query)
  const walk = byInform ? walkByInform(ctx, query) : walkByColumn(ctx, query)
  const owner = owned(ctx, query, byInform ? 'q' : 'd')
  const rows =
    ctx.scope.kind === 'company'
      ? walk(owner, bounded(limit, offset))
      : sql`select d.*, w.k, w.walked_id from (${
          mergesByMsp(ctx, query) ? gathered(walk, query, limit, offset) : walk(owner, bounded(limit, offset))
        }) w cross join lateral (${oneDevice(sql`w.walked_id`)}) d`
  const direction = directionOf(query)
  // In the walk's order, which the planner knows: no second sort.
  return sql`select ${shownColumns(ctx, byInform ? sql`d.k` : lastInform)} ${also} from (${rows}) d
    order by d.k ${direction}, d.walked_id ${direction}`
}

/**
 * A tree gathers a page's worth of rows from each of its MSPs and merges them: a walk over all devices could
 * pass a million others before the first match.
 */
function gathered(walk: Walk, query: DeviceQuery, limit: number, offset: number): Sql {
  const direction = directionOf(query)
  const ofEach = eachMsp(sortsByLastInform(query) ? 'q' : 'd', (msp) => walk(msp, bounded(offset + limit, 0)))
  return sql`${ofEach} order by w.k ${direction}, w.walked_id ${direction} ${bounded(limit, offset)}`
}

/** Matches per MSP of the tree; there are few MSPs. */
export function eachMsp(table: 'd' | 'q', within: (ofMsp: Sql) => Sql): Sql {
  return sql`select w.* from visible_msps() m(id)
    cross join lateral (${within(sql`${sql.ref(`${table}.msp_id`)} = m.id`)}) w`
}

/**
 * `offset 0` keeps the planner from turning a few key look-ups into a full join, and outer filters from
 * leading it to another index.
 */
export function oneDevice(id: Sql): Sql {
  return sql`select d.* from device d where d.id = ${id} offset 0`
}

/** Returns `k`: the sort key as `walked_id` and, in one company, the whole of `device d`. */
type Walk = (owner: Sql, bounds: Sql) => Sql

function walkByColumn({ scope }: Reader, query: DeviceQuery): Walk {
  const direction = directionOf(query)
  const key = sortKeys[query.sort.replace('-', '') as keyof typeof sortKeys]
  const whole = scope.kind === 'company' ? sql`d.*,` : sql``
  return (owner, bounds) => sql`select ${whole} ${key} as k, d.id as walked_id from device d
    where d.state = 'claimed' and ${owner} ${whereClause(query)}
    order by ${key} ${direction}, d.id ${direction} ${bounds}`
}

/**
 * Above one company, device_presence alone decides if there are no filters; otherwise each device is checked
 * on the way, as a data scope in one company may hide it.
 */
function walkByInform({ scope }: Reader, query: DeviceQuery): Walk {
  const direction = directionOf(query)
  const filtered = scope.kind === 'company' || query.of === 'smart_cpe' || filtersOf(query).length > 1
  // What is online or overdue has a time at which it counts as offline: the others have an index of their own.
  const { presence = [] } = query
  const quiet =
    presence.length > 0 && !presence.includes('online') && !presence.includes('overdue')
      ? sql`and q.due_at is null`
      : sql``
  const whole = scope.kind === 'company' ? sql`d.*,` : sql``
  return (
    owner,
    bounds,
  ) => sql`select ${whole} q.last_inform_at as k, q.device_id as walked_id from device_presence q
    ${filtered ? sql`cross join lateral (${oneDevice(sql`q.device_id`)}) d` : sql``}
    where ${owner} ${quiet} ${filtered ? sql`and d.state = 'claimed' ${whereClause(query)}` : sql``}
    order by q.last_inform_at ${direction}, q.device_id ${direction} ${bounds}`
}

/** Devices without an Inform: last in both directions when sorted by last Inform. */
export function neverInformed(ctx: Reader, query: DeviceQuery): Sql {
  return sql`from device d where d.state = 'claimed' and d.first_inform_at is null
    and ${owned(ctx, query, 'd')} ${whereClause(query)}`
}

export function mergesByMsp(ctx: Reader, query: DeviceQuery): boolean {
  return ctx.scope.kind === 'tree' && query.companyId === undefined
}

/** Usual sizes are inlined in the text, so that the prepared plan accounts for them. */
export function bounded(limit: number, offset: number): Sql {
  if (offset === 0 && [1, 10, 20, 50, 100, 200].includes(limit)) return sql`limit ${sql.lit(limit)}`
  return sql`limit ${limit}::int offset ${offset}::int`
}

/** The company row-level security filters by, repeated where the planner sees its value. */
export function owned(ctx: Reader, query: DeviceQuery, table: 'd' | 'q'): Sql {
  const column = sql.ref(`${table}.company_id`)
  const own = ctx.scope.kind === 'company' ? sql`${column} = ${ctx.scope.companyId}::bigint` : sql`true`
  return query.companyId === undefined ? own : sql`${own} and ${column} = ${query.companyId}::bigint`
}

/** Filter conditions that can use indexes under row-level security: all but search and tag. */
export function whereClause(query: DeviceQuery): Sql {
  return sql.join(filtersOf(query), sql` `)
}

function filtersOf(query: DeviceQuery): Sql[] {
  const { outletId } = query
  const filters: [column: string, values: readonly string[]][] = [
    ['d.presence', query.presence ?? []],
    ['d.guard', query.guard ?? []],
    ['d.type', query.type ?? []],
    ['d.manufacturer', query.brand ?? []],
    ['d.driver', query.driver ?? []],
    ['d.polling', query.polling ?? []],
    ['d.level', query.level === undefined ? [] : [query.level]],
    ['d.configuration', query.configuration ?? []],
    ['d.model_name', query.modelName === undefined ? [] : [query.modelName]],
    ['d.software_version', query.softwareVersion === undefined ? [] : [query.softwareVersion]],
  ]
  const outlet =
    outletId === undefined
      ? []
      : [outletId === '0' ? sql`and d.outlet_id is null` : sql`and d.outlet_id = ${outletId}::bigint`]
  const others = filters
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) =>
      // Equality with one value keeps an index's order; an array loses it.
      values.length === 1
        ? sql`and ${sql.ref(column)} = ${values[0]}`
        : sql`and ${sql.ref(column)} = any (${values}::text[])`,
    )
  const age = [
    ...(query.addedSince === undefined ? [] : [sql`and d.claimed_at >= ${query.addedSince}::timestamptz`]),
    ...(query.addedBefore === undefined ? [] : [sql`and d.claimed_at < ${query.addedBefore}::timestamptz`]),
  ]
  const affected =
    query.advisoryId === undefined
      ? []
      : [
          sql`and (d.company_id, d.manufacturer, d.model_name, d.software_version) in (
            select m.company_id, m.manufacturer, m.model_name, m.software_version from advisory_match m
            where m.advisory_id = ${query.advisoryId}::bigint)`,
        ]
  const { firmware = [] } = query
  // Of each device of the company: `device_build` is hidden from people who see a part of it.
  const standing =
    firmware.length === 0
      ? []
      : [
          sql`and d.model_name <> ''
            and firmware_standing(d.company_id, d.manufacturer, d.model_name, d.software_version) = any (${firmware}::text[])`,
        ]
  const place = standsIn('d', query).map((condition) => sql`and ${condition}`)
  return [...ofList(query), ...outlet, ...place, ...others, ...age, ...affected, ...standing]
}

/** Policies hide what lacks the product of its own type; the list of all types needs its own from every company. */
function ofList({ of }: DeviceQuery): Sql[] {
  return of === 'smart_cpe'
    ? [sql`and d.type = 'smart_cpe'`]
    : [sql`and d.company_id <> all ((select companies_without('monitoring'))::bigint[])`]
}

/** In one company all rows share the name; in a tree `named` fetches all at once. */
function companyName({ scope }: Reader): Sql {
  if (scope.kind === 'tree') return sql`''::text`
  const shown = scope.kind === 'company' ? sql`(select scope_company())` : sql`d.company_id`
  return sql`(select c.name from company c where c.id = ${shown})`
}

/** As the company name. */
function outletName({ scope }: Reader): Sql {
  return scope.kind === 'tree' ? sql`null::text` : sql`(select o.name from outlet o where o.id = d.outlet_id)`
}

/**
 * `rows` of `shownColumns` with company and outlet names: for a tree, where the policy would gather them all.
 */
export async function named<Row extends ListedDevice>({ db, scope }: Reader, rows: Row[]): Promise<Row[]> {
  if (scope.kind !== 'tree' || rows.length === 0) return rows
  const companies = new Set(rows.map((row) => row.company_id))
  const outlets = new Set(rows.map((row) => row.outlet_id).filter((id) => id !== null))
  const found = await sql<{ company_id: string | null; outlet_id: string | null; name: string }>`
    select company_id, outlet_id, name from visible_names(${[...companies]}::bigint[], ${[...outlets]}::bigint[])
    `.execute(db)
  const ofCompany = new Map(found.rows.map((row) => [row.company_id, row.name]))
  const ofOutlet = new Map(found.rows.map((row) => [row.outlet_id, row.name]))
  return rows.map((row) => ({
    ...row,
    company_name: ofCompany.get(row.company_id) ?? '',
    outlet_name: row.outlet_id === null ? null : (ofOutlet.get(row.outlet_id) ?? null),
  }))
}
