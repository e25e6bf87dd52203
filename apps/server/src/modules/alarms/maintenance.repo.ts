import type { alarmMaintenanceApi, InputOf } from '@netward/contract'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof alarmMaintenanceApi.pageMaintenance>
type Added = InputOf<typeof alarmMaintenanceApi.addMaintenance>

export interface WindowRow {
  readonly id: string
  readonly name: string
  readonly reason: string
  readonly wholeCompany: boolean
  readonly outletIds: readonly string[]
  readonly deviceIds: readonly string[]
  readonly startsAt: string
  readonly endsAt: string
  readonly enteredAt: string
  readonly enteredBy: string
  readonly enteredByCompanyName: string | null
  readonly late: boolean
  readonly approvedAt: string | null
  readonly approvedBy: string | null
  readonly endedBy: string | null
  readonly state: 'now' | 'coming' | 'past'
}

const shown = sql`id, name, reason, whole_company as "wholeCompany", outlet_ids::text[] as "outletIds",
  device_ids::text[] as "deviceIds", starts_at as "startsAt", ends_at as "endsAt", entered_at as "enteredAt",
  entered_by as "enteredBy", entered_by_company_name as "enteredByCompanyName", late, approved_at as "approvedAt",
  approved_by as "approvedBy", ended_by as "endedBy",
  case when ends_at <= now() then 'past' when starts_at > now() then 'coming' else 'now' end as state`

const states = {
  now: sql`starts_at <= now() and ends_at > now()`,
  coming: sql`starts_at > now()`,
  past: sql`ends_at <= now()`,
}

/** Windows of the company acted in. */
export const maintenanceRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', state, sort, page, pageSize }: Query,
  ): Promise<{ items: WindowRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and strpos(lower(name), ${search.toLowerCase()}) > 0
      and ${state === undefined ? sql`true` : states[state]}`
    const order = sort === 'startsAt' ? sql`starts_at, id` : sql`starts_at desc, id desc`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from maintenance_window where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db),
      sql<WindowRow>`select ${shown} from maintenance_window where ${where} order by ${order}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async lock({ db, scope }: Reader, id: string): Promise<WindowRow | undefined> {
    const { rows } = await sql<WindowRow>`select ${shown} from maintenance_window
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    { name, reason, wholeCompany, outletIds, deviceIds, startsAt, endsAt }: Added,
    approvedBy: string | null,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into maintenance_window (company_id, name, reason, whole_company, outlet_ids, device_ids, starts_at, ends_at,
        entered_by, approved_at, approved_by)
      values (${scope.companyId}, ${name}, ${reason}, ${wholeCompany}, ${outletIds}::bigint[], ${deviceIds}::bigint[],
        ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${scope.actorName},
        case when ${approvedBy}::text is not null then now() end, ${approvedBy}) returning id`.execute(db)
    return rows[0]!.id
  },

  async approve({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update maintenance_window set approved_at = now(), approved_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async end({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update maintenance_window set ends_at = now(), ended_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('maintenance_window')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** Of devices that the caller sees. */
  async deviceNames({ db, scope }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; name: string }>`select id, name from device
      where company_id = ${scope.companyId} and id = any (${ids}::bigint[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },

  async outletNames({ db, scope }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; name: string }>`select id, name from outlet
      where company_id = ${scope.companyId} and id = any (${ids}::bigint[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}
