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
  readonly repeat: { readonly rule: string; readonly timeZone: string } | null
  /** Of one that comes again. */
  readonly firstAt: string | null
  readonly lastsS: number
}

const shown = sql`id, name, reason, whole_company as "wholeCompany", outlet_ids::text[] as "outletIds",
  device_ids::text[] as "deviceIds", starts_at as "startsAt", ends_at as "endsAt", entered_at as "enteredAt",
  entered_by as "enteredBy", entered_by_company_name as "enteredByCompanyName", late, approved_at as "approvedAt",
  approved_by as "approvedBy", ended_by as "endedBy",
  case when repeat_rule is not null then jsonb_build_object('rule', repeat_rule, 'timeZone', time_zone) end as repeat,
  first_at as "firstAt", lasts_s as "lastsS",
  case when ends_at <= now() then 'past' when starts_at > now() then 'coming' else 'now' end as state`

const states = {
  now: sql`starts_at <= now() and ends_at > now()`,
  coming: sql`starts_at > now()`,
  past: sql`ends_at <= now()`,
}

/** Who sees a part of the company sees the work on it. */
const seen = ({ isPartial }: Reader['scope']) =>
  isPartial
    ? sql`(whole_company or exists (select from outlet o where o.company_id = maintenance_window.company_id
        and o.id = any (outlet_ids)) or exists (select from device d where d.company_id = maintenance_window.company_id
        and d.id = any (device_ids)))`
    : sql`true`

/** Windows of the company acted in. */
export const maintenanceRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', state, sort, page, pageSize }: Query,
  ): Promise<{ items: WindowRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and strpos(lower(name), ${search.toLowerCase()}) > 0
      and ${state === undefined ? sql`true` : states[state]} and ${seen(scope)}`
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
    { name, reason, wholeCompany, outletIds, deviceIds, startsAt, endsAt, repeat }: Added,
    approvedBy: string | null,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into maintenance_window (company_id, name, reason, whole_company, outlet_ids, device_ids, starts_at, ends_at,
        lasts_s, repeat_rule, time_zone, first_at, entered_by, approved_at, approved_by)
      select ${scope.companyId}, ${name}, ${reason}, ${wholeCompany}, ${outletIds}::bigint[], ${deviceIds}::bigint[],
        k.start, ${endsAt}::timestamptz, greatest(1, extract(epoch from ${endsAt}::timestamptz - k.start)), ${repeat?.rule ?? null},
        ${repeat?.timeZone ?? null}, case when ${repeat !== null} then k.start end, ${scope.actorName},
        case when ${approvedBy}::text is not null then now() end, ${approvedBy}
      from (select coalesce(${startsAt}::timestamptz, now()) as start) k returning id`.execute(db)
    return rows[0]!.id
  },

  /** How many are not past. */
  async open({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from maintenance_window
      where company_id = ${scope.companyId} and (ends_at > now() or repeat_rule is not null)`.execute(db)
    return rows[0]!.n
  },

  /** Windows of the company acted in that are not past, and begin before. */
  async until({ db, scope }: Reader, until: Date): Promise<WindowRow[]> {
    const { rows } = await sql<WindowRow>`select ${shown} from maintenance_window
      where company_id = ${scope.companyId} and ends_at > now() and starts_at < ${until.toISOString()}::timestamptz
        and ${seen(scope)} order by starts_at, id limit 500`.execute(db)
    return rows
  },

  /** Of a device or an outlet that the caller sees, of whichever company. */
  async covering(
    { db }: Reader,
    { deviceId, outletId }: { deviceId?: string | undefined; outletId?: string | undefined },
  ): Promise<WindowRow[]> {
    const place =
      deviceId === undefined
        ? sql`select o.company_id, o.id as outlet_id, null::bigint as device_id from outlet o where o.id = ${outletId ?? null}::bigint`
        : sql`select d.company_id, d.outlet_id, d.id as device_id from device d where d.id = ${deviceId}`
    const { rows } = await sql<WindowRow>`select ${shown} from maintenance_window where id in (
        select w.id from (${place}) p join maintenance_window w on w.company_id = p.company_id
        where w.ends_at > now() and w.starts_at < now() + interval '24 hours'
          and (w.whole_company or p.outlet_id = any (w.outlet_ids) or p.device_id = any (w.device_ids)))
      order by starts_at, id limit 20`.execute(db)
    return rows
  },

  async approve({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update maintenance_window set approved_at = now(), approved_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  /** @param series whether it comes no more */
  async end({ db, scope }: Reader, id: string, series: boolean): Promise<void> {
    const never = series ? sql`, repeat_rule = null, time_zone = null, first_at = null` : sql``
    await sql`update maintenance_window set ends_at = now(), ended_by = ${scope.actorName} ${never}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('maintenance_window')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** By part of the name. */
  async devices(
    { db, scope }: Reader,
    search: string,
  ): Promise<{ id: string; name: string; outletName: string | null }[]> {
    const { rows } = await sql<{ id: string; name: string; outletName: string | null }>`
      select d.id, d.name, visible_outlet_name(d.outlet_id) as "outletName" from device d
      where d.company_id = ${scope.companyId} and d.state = 'claimed' and strpos(lower(d.name), lower(${search})) > 0
      order by d.name, d.id limit 50`.execute(db)
    return rows
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
