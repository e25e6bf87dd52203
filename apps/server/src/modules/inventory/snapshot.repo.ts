import type { InputOf, inventorySnapshotApi } from '@netward/contract'
import type { DeviceType } from '@netward/contract/device-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
type Contents = InputOf<typeof inventorySnapshotApi.pageSnapshotDevices>
type Comparison = InputOf<typeof inventorySnapshotApi.compareSnapshots>

export interface SnapshotRow {
  readonly id: string
  readonly at: string
  readonly devices: number
  readonly byName: string | null
}

/** Column names of the contract. */
export interface DeviceFacts {
  readonly deviceId: string
  readonly name: string
  readonly type: DeviceType
  readonly brand: string
  readonly modelName: string
  readonly softwareVersion: string
  readonly serialNumber: string
  readonly outletName: string | null
}

export interface ChangeRow extends DeviceFacts {
  readonly change: 'new' | 'gone' | 'changed'
  readonly before: Pick<
    DeviceFacts,
    'name' | 'modelName' | 'softwareVersion' | 'serialNumber' | 'outletName'
  > | null
}

const facts = (s: Sql) => sql`${s}.device_id as "deviceId", ${s}.name, ${s}.type, ${s}.manufacturer as brand,
  ${s}.model_name as "modelName", ${s}.software_version as "softwareVersion", ${s}.serial_number as "serialNumber",
  ${s}.outlet_name as "outletName"`

const order = (sort: 'name' | '-name') =>
  sort === 'name' ? sql`lower(name), "deviceId"` : sql`lower(name) desc, "deviceId" desc`

/** What a span held at a snapshot. */
const at = (s: Sql, snapshotId: string) =>
  sql`${s}.first_id <= ${snapshotId}::bigint and (${s}.last_id is null or ${s}.last_id >= ${snapshotId}::bigint)`

const found = (search: string) =>
  search === ''
    ? sql`true`
    : sql`strpos(lower(name || ' ' || "modelName" || ' ' || "serialNumber"), lower(${search})) > 0`

/** Of the company acted in. */
export const snapshotRepo = {
  async page(
    { db, scope }: Reader,
    { sort, page, pageSize }: InputOf<typeof inventorySnapshotApi.pageInventorySnapshots>,
  ): Promise<{ items: SnapshotRow[]; total: number }> {
    const { rows } = await sql<SnapshotRow>`
      select id, at, devices, by_name as "byName" from inventory_snapshot where company_id = ${scope.companyId}::bigint
      order by ${sort === 'at' ? sql`at, id` : sql`at desc, id desc`}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from inventory_snapshot where company_id = ${scope.companyId}::bigint`.execute(
      db,
    )
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async exists({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from inventory_snapshot where company_id = ${scope.companyId}::bigint and id = ${id}::bigint`.execute(
      db,
    )
    return rows.length > 0
  },

  async take({ db, scope }: Reader): Promise<void> {
    await sql`select inventory_take_now(${scope.actorName})`.execute(db)
  },

  devices({ db, scope }: Reader, query: Contents): Promise<{ items: DeviceFacts[]; total: number }> {
    const { snapshotId, search = '', type = [] } = query
    const rows = sql<DeviceFacts>`select * from (select ${facts(sql`s`)} from inventory_span s
      where s.company_id = ${scope.companyId}::bigint and ${at(sql`s`, snapshotId)}) k
      where ${found(search)} and (${type.length === 0} or type = any (${type}::text[]))`
    return paged(db, rows, query)
  },

  /** Only spans that begin or end between the two can differ. */
  changes({ db, scope }: Reader, query: Comparison): Promise<{ items: ChangeRow[]; total: number }> {
    const { from, to, search = '', change = [] } = query
    const spans = (id: string, other: string) => sql`select s.* from inventory_span s
      where s.company_id = ${scope.companyId}::bigint and ${at(sql`s`, id)} and not (${at(sql`s`, other)})`
    const rows = sql<ChangeRow>`select * from (
      select case when b.device_id is null then 'new' when a.device_id is null then 'gone' else 'changed' end as change,
        coalesce(a.device_id, b.device_id) as "deviceId", coalesce(a.name, b.name) as name, coalesce(a.type, b.type) as type,
        coalesce(a.manufacturer, b.manufacturer) as brand, coalesce(a.model_name, b.model_name) as "modelName",
        coalesce(a.software_version, b.software_version) as "softwareVersion",
        coalesce(a.serial_number, b.serial_number) as "serialNumber",
        case when a.device_id is null then b.outlet_name else a.outlet_name end as "outletName",
        case when a.device_id is not null and b.device_id is not null then jsonb_build_object('name', b.name,
          'modelName', b.model_name, 'softwareVersion', b.software_version, 'serialNumber', b.serial_number,
          'outletName', b.outlet_name) end as before
      from (${spans(from, to)}) b full join (${spans(to, from)}) a on a.device_id = b.device_id) k
      where ${found(search)} and (${change.length === 0} or change = any (${change}::text[]))`
    return paged(db, rows, query)
  },

  async takeDue(scopes: Scopes): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ due: boolean }>('select inventory_due() as due', [])
    return row?.due ?? false
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select inventory_prune($1) as n', [most])
    return row?.n ?? 0
  },
}

async function paged<Row>(
  db: Reader['db'],
  matching: RawBuilder<Row>,
  { sort, page, pageSize }: { sort: 'name' | '-name'; page: number; pageSize: number },
): Promise<{ items: Row[]; total: number }> {
  const { rows } = await sql<Row>`${matching} order by ${order(sort)}
    limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (${matching} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
  return { items: rows, total: counted.rows[0]?.n ?? 0 }
}
