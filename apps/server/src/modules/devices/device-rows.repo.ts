import type { deviceApi, InputOf } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export type DeviceQuery = InputOf<typeof deviceApi.pageDevices>
export type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Sql = RawBuilder<unknown>

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

/** What of `device d` a row shows; `last_inform_at` and the company's name are joined for the rows of a page alone. */
export const shownColumns = sql`d.id, d.company_id, d.name, d.type, d.state, d.guard, d.presence, d.manufacturer, d.oui,
  d.product_class, d.serial_number, d.model_name, d.software_version, d.hardware_version, host(d.ip_address) as ip_address,
  d.mac_address, d.claimed_at, d.tags`

const sortKeys = {
  name: sql`d.name`,
  serialNumber: sql`d.serial_number`,
  modelName: sql`d.model_name`,
  claimedAt: sql`d.claimed_at`,
} as const

export function directionOf(query: DeviceQuery): Sql {
  return query.sort.startsWith('-') ? sql`desc` : sql`asc`
}

export function sortsByLastInform(query: DeviceQuery): boolean {
  return query.sort.endsWith('lastInformAt')
}

/**
 * The rows from `offset` on, at most `limit`, in order, with the sort key as `k`. Sorted by last Inform it gives the
 * devices that have one. A tree gathers as many rows as the page ends at from each of its MSPs, which are few, and
 * merges them: a walk over all devices could pass a million of others before it meets the first of its own.
 * The walk itself carries keys alone, which most indexes hold; the columns are fetched for the page.
 */
export function orderedRows(ctx: Reader, query: DeviceQuery, limit: number, offset: number): Sql {
  const direction = directionOf(query)
  const byInform = sortsByLastInform(query)
  const within = byInform ? walkByInform(ctx, query, direction) : walkByColumn(query, direction)
  const table = byInform ? 'q' : 'd'
  const keys = gathersByMsp(ctx, query)
    ? sql`select w.* from visible_msps() m(id)
        cross join lateral (${within(sql`${sql.ref(`${table}.msp_id`)} = m.id`, bounded(offset + limit, 0))}) w
        order by w.k ${direction}, w.id ${direction} ${bounded(limit, offset)}`
    : within(owned(ctx, query, table), bounded(limit, offset))
  return sql`select shown.*, walked.k from (${keys}) walked cross join lateral (${oneDevice(sql`walked.id`)}) shown`
}

/** `offset 0` keeps the planner from turning a few look-ups by key into a join with everything. */
export function oneDevice(id: Sql): Sql {
  return sql`select ${shownColumns} from device d where d.id = ${id} offset 0`
}

type Walk = (owner: Sql, bounds: Sql) => Sql

function walkByColumn(query: DeviceQuery, direction: Sql): Walk {
  const key = sortKeys[query.sort.replace('-', '') as keyof typeof sortKeys]
  return (owner, bounds) => sql`select d.id, ${key} as k from device d
    where d.state = 'claimed' and ${owner} ${wanted(query)}
    order by ${key} ${direction}, d.id ${direction} ${bounds}`
}

/**
 * Above one company device_presence alone decides when there are no filters; otherwise each device is looked at on the
 * way: in one company a data scope may hide it.
 */
function walkByInform(ctx: Reader, query: DeviceQuery, direction: Sql): Walk {
  const filtered = ctx.scope.kind === 'company' || filtersOf(query).length > 0
  // What is online has a time at which it counts as offline: the others have an index of their own.
  const quiet =
    (query.presence?.length ?? 0) > 0 && !query.presence?.includes('online')
      ? sql`and q.due_at is null`
      : sql``
  const device = sql`cross join lateral (select 1 from device d
    where d.id = q.device_id and d.state = 'claimed' ${wanted(query)} offset 0) d`
  return (owner, bounds) => sql`select q.device_id as id, q.last_inform_at as k from device_presence q
    ${filtered ? device : sql``} where ${owner} ${quiet}
    order by q.last_inform_at ${direction}, q.device_id ${direction} ${bounds}`
}

/** Devices that never called in: last in both directions when sorted by last Inform. */
export function neverInformed(ctx: Reader, query: DeviceQuery): Sql {
  return sql`from device d where d.state = 'claimed' and d.first_inform_at is null
    and ${owned(ctx, query, 'd')} ${wanted(query)}`
}

export function gathersByMsp(ctx: Reader, query: DeviceQuery): boolean {
  return ctx.scope.kind === 'tree' && query.companyId === undefined
}

/** The usual sizes stand in the text, so that the plan for them is prepared with them. */
export function bounded(limit: number, offset: number): Sql {
  if (offset === 0 && [1, 10, 20, 50, 100, 200].includes(limit)) return sql`limit ${sql.lit(limit)}`
  return sql`limit ${limit}::int offset ${offset}::int`
}

/** The company that row-level security asks for, once more where the planner sees its value. */
export function owned(ctx: Reader, query: DeviceQuery, table: 'd' | 'q'): Sql {
  const column = sql.ref(`${table}.company_id`)
  const own = ctx.scope.kind === 'company' ? sql`${column} = ${ctx.scope.companyId}::bigint` : sql`true`
  return query.companyId === undefined ? own : sql`${own} and ${column} = ${query.companyId}::bigint`
}

/** Conditions of the filters that row-level security leaves their indexes: all but search and tag. */
export function wanted(query: DeviceQuery): Sql {
  return sql.join(filtersOf(query), sql` `)
}

function filtersOf(query: DeviceQuery): Sql[] {
  const filters: [column: string, values: readonly string[]][] = [
    ['d.presence', query.presence ?? []],
    ['d.guard', query.guard ?? []],
    ['d.type', query.type ?? []],
    ['d.model_name', query.modelName === undefined ? [] : [query.modelName]],
    ['d.software_version', query.softwareVersion === undefined ? [] : [query.softwareVersion]],
  ]
  return filters
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) =>
      // Equality with one value keeps the order of an index; an array loses it.
      values.length === 1
        ? sql`and ${sql.ref(column)} = ${values[0]}`
        : sql`and ${sql.ref(column)} = any (${values}::text[])`,
    )
}

/** In one company every row has the same name; elsewhere a function is cheaper than the policy's set of companies. */
export function companyName({ scope }: Reader): Sql {
  return scope.kind === 'company'
    ? sql`(select c.name from company c where c.id = (select scope_company()))`
    : sql`visible_company_name(page.company_id)`
}
