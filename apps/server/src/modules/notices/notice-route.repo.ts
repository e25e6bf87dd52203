import type { InputOf, noticeApi } from '@netward/contract'
import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { ChannelKind, ChannelState } from '@netward/contract/integration-values'
import type { Coverage, RouteEvent } from '@netward/contract/notice-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface RouteValues {
  readonly name: string
  readonly enabled: boolean
  readonly covers: Coverage
  readonly customerIds: readonly string[]
  readonly customerGroupIds: readonly string[]
  readonly events: readonly RouteEvent[]
  readonly severities: readonly AlarmSeverity[]
  readonly rules: readonly string[]
  readonly outletIds: readonly string[]
  readonly channelId: string | null
  readonly byVoice: boolean
  readonly memberIds: readonly string[]
  readonly rotaId: string | null
  readonly afterMinutes: number | null
  readonly quietFrom: number | null
  readonly quietUntil: number | null
  readonly timeZone: string
}

export interface RouteRow extends RouteValues {
  readonly id: string
  readonly editedAt: string
  readonly editedBy: string
}

export interface ChannelChoice {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly state: ChannelState
}

const shown = sql`id, name, enabled, covers, customer_ids::text[] as "customerIds",
  customer_group_ids::text[] as "customerGroupIds", events, severities, rules,
  outlet_ids::text[] as "outletIds", channel_id as "channelId", by_voice as "byVoice",
  member_ids::text[] as "memberIds", rota_id as "rotaId", after_minutes as "afterMinutes",
  quiet_from as "quietFrom", quiet_until as "quietUntil", time_zone as "timeZone",
  edited_at as "editedAt", edited_by as "editedBy"`

const columnsOf = (values: RouteValues) => ({
  name: values.name,
  enabled: values.enabled,
  covers: values.covers,
  customer_ids: [...values.customerIds],
  customer_group_ids: [...values.customerGroupIds],
  events: [...values.events],
  severities: [...values.severities],
  rules: [...values.rules],
  outlet_ids: [...values.outletIds],
  channel_id: values.channelId,
  by_voice: values.byVoice,
  member_ids: [...values.memberIds],
  rota_id: values.rotaId,
  after_minutes: values.afterMinutes,
  quiet_from: values.quietFrom,
  quiet_until: values.quietUntil,
  time_zone: values.timeZone,
})

/** Of the company acted in. */
export const noticeRouteRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', sort, page, pageSize }: InputOf<typeof noticeApi.pageNoticeRoutes>,
  ): Promise<{ items: RouteRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and person_id is null
      and strpos(lower(name), ${search.toLowerCase()}) > 0`
    const order = sort === 'name' ? sql`lower(name), id` : sql`lower(name) desc, id desc`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from notice_route where ${where}`.execute(db),
      sql<RouteRow>`select ${shown} from notice_route where ${where} order by ${order}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]!.n }
  },

  async lock({ db, scope }: Reader, id: string): Promise<RouteRow | undefined> {
    const { rows } = await sql<RouteRow>`select ${shown} from notice_route
      where id = ${id} and company_id = ${scope.companyId} and person_id is null for update`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from notice_route where company_id = ${scope.companyId} and person_id is null`.execute(
      db,
    )
    return rows[0]!.n
  },

  async insert({ db, scope }: Reader, values: RouteValues): Promise<string> {
    const { id } = await db
      .insertInto('notice_route')
      .values({ ...columnsOf(values), company_id: scope.companyId, edited_by: scope.actorName })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, values: RouteValues): Promise<void> {
    await db
      .updateTable('notice_route')
      .set({ ...columnsOf(values), edited_at: sql`now()`, edited_by: scope.actorName })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('notice_route')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** Null: members to choose from, at most 500. Those that are asked for are answered in full: an edit keeps what it was shown. */
  async memberNames(
    { db, scope }: Reader,
    ids: readonly string[] | null,
  ): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select m.id, m.display_name as name from member m
      where m.company_id = ${scope.companyId} and (${ids === null} and m.status = 'enabled'
        or m.id = any (${ids ?? []}::bigint[]))
      order by m.display_name, m.id limit ${ids === null ? 500 : null}::int`.execute(db)
    return rows
  },

  /** Those of these companies that are below the one acted in, by name. */
  async customerNames({ db }: Reader, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from customer_names(${[...new Set(ids)]}::bigint[])`.execute(db)
    return rows
  },

  async isTimeZone({ db }: Reader, name: string): Promise<boolean> {
    const { rows } = await sql<{ known: boolean }>`
      select exists (select from pg_timezone_names where name = ${name}) as known`.execute(db)
    return rows[0]!.known
  },
}
