import type { OutputOf, rotaApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface HandoverRow {
  readonly id: string
  readonly rotaId: string
  readonly writtenAt: string
  readonly shiftEndedAt: string | null
  readonly completedAt: string | null
  readonly from: string
  readonly fromMemberId: string | null
  readonly to: string
  readonly toMemberId: string | null
  readonly open: number
  readonly unacknowledged: number
  readonly openIds: readonly string[]
  readonly watchedIds: readonly string[]
  readonly promisedIds: readonly string[]
  readonly watched: string
  readonly promised: string
  readonly acceptedAt: string | null
}

type Handover = OutputOf<typeof rotaApi.pageHandovers>['items'][number]
type LeftAlarm = Handover['alarms'][number]
type LeftOrder = Handover['orders'][number]

const shown = sql`id, rota_id as "rotaId", written_at as "writtenAt", shift_ended_at as "shiftEndedAt",
  completed_at as "completedAt", from_name as "from", from_member_id as "fromMemberId", to_name as "to",
  to_member_id as "toMemberId", open, unacknowledged, open_ids::text[] as "openIds", watched_ids::text[] as "watchedIds",
  promised_ids::text[] as "promisedIds", watched, promised, accepted_at as "acceptedAt"`

export const handoverRepo = {
  async page(
    { db, scope }: Reader,
    rotaId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: HandoverRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and rota_id = ${rotaId}`
    const { rows } = await sql<HandoverRow>`select ${shown} from rota_handover where ${where}
      order by id desc limit ${limit}::int offset ${offset}::int`.execute(db)
    const counted = await sql<{
      n: number
    }>`select count(*)::int as n from rota_handover where ${where}`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** Those in sight of the caller, as they are now; the worst first. */
  async alarms({ db }: Pick<Reader, 'db'>, ids: readonly string[]): Promise<LeftAlarm[]> {
    const { rows } = await sql<LeftAlarm>`
      select a.id, a.severity, a.rule, a.rule_name as "ruleName", a.label, alarm_subject_name(a) as "subjectName",
        a.state = 'active' as active
      from alarm a where a.id = any (${ids}::bigint[]) order by a.rank, a.raised_at, a.id`.execute(db)
    return rows
  },

  /** Those in sight of the caller, as they are now; `due`: when the ISP, or the deadline, promises it. */
  async orders({ db }: Pick<Reader, 'db'>, ids: readonly string[]): Promise<LeftOrder[]> {
    const { rows } = await sql<LeftOrder>`
      select o.id, o.number::int as number, o.title, o.state, coalesce(c.promised_at, o.resolve_due) as due,
        c.promised_at is not null as "byIsp"
      from work_order o left join work_order_carrier c on c.company_id = o.company_id and c.order_id = o.id
        and c.restored_at is null
      where o.id = any (${ids}::bigint[]) order by due nulls last, o.id`.execute(db)
    return rows
  },

  /** Made by itself when the shift of this member ended, and not completed yet: the last. */
  async lockIncomplete(
    { db, scope }: Reader,
    rotaId: string,
    memberId: string,
  ): Promise<HandoverRow | undefined> {
    const { rows } = await sql<HandoverRow>`select ${shown} from rota_handover
      where company_id = ${scope.companyId} and rota_id = ${rotaId} and from_member_id = ${memberId}
        and shift_ended_at is not null and completed_at is null and accepted_at is null
      order by id desc limit 1 for update`.execute(db)
    return rows[0]
  },

  /** What is open, watched and promised is as `rota_left_behind` finds it now. */
  async insert(
    { db, scope }: Reader,
    rotaId: string,
    { from, to, watched, promised }: WrittenHandover,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into rota_handover (company_id, rota_id, from_member_id, from_name, to_member_id, to_name, completed_at,
        open, unacknowledged, open_ids, watched_ids, promised_ids, watched, promised)
      select ${scope.companyId}, ${rotaId}, ${from.id}, ${from.name}, ${to.id}, ${to.name}, now(),
        l.open, l.unacknowledged, l.open_ids, l.watched_ids, l.promised_ids, ${watched}, ${promised}
      from rota_left(${rotaId}) l returning id`.execute(db)
    return rows[0]!.id
  },

  async complete(
    { db, scope }: Reader,
    id: string,
    { to, watched, promised }: Omit<WrittenHandover, 'from'>,
  ): Promise<void> {
    await sql`update rota_handover set completed_at = now(), to_member_id = ${to.id}, to_name = ${to.name},
        watched = ${watched}, promised = ${promised}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async report({ db }: Pick<Reader, 'db'>, id: string): Promise<void> {
    await sql`select rota_handover_report(${id})`.execute(db)
  },

  async lock({ db, scope }: Reader, id: string): Promise<HandoverRow | undefined> {
    const { rows } = await sql<HandoverRow>`select ${shown} from rota_handover
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async accept({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update rota_handover set accepted_at = now()
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },
}

interface WrittenHandover {
  readonly from: { readonly id: string; readonly name: string }
  readonly to: { readonly id: string; readonly name: string }
  readonly watched: string
  readonly promised: string
}
