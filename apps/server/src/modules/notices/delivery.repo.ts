import type { InputOf, noticeApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Row = OutputOf<typeof noticeApi.pageDeliveries>['items'][number]
export type OwnAlarm = Extract<OutputOf<typeof noticeApi.ownNotices>['items'][number], { kind: 'alarm' }>

export const deliveryRepo = {
  async page(
    { db, scope }: Reader,
    { channelId, state, sort, page, pageSize }: InputOf<typeof noticeApi.pageDeliveries>,
  ): Promise<{ items: Row[]; total: number }> {
    // Without an administrator's view nobody sees alarms of companies below, and so no deliveries of them.
    const where = sql`d.company_id = ${scope.companyId} and d.channel_id = ${channelId}
      and (${scope.kind !== 'company'} or coalesce(d.alarm_company_id, d.work_company_id) = d.company_id)
      and (${state ?? null}::text is null or d.state = ${state ?? null}::text)`
    const order = sort === 'createdAt' ? sql`d.id` : sql`d.id desc`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from delivery d where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db),
      sql<Row>`with listed as (
          select d.* from delivery d where ${where} order by ${order} limit ${pageSize}::int
            offset ${(page - 1) * pageSize}::int),
        names as (select * from recipient_names(array(select distinct recipient from listed)))
        select d.id, d.created_at as "createdAt", d.alarm_id as "alarmId",
          case when e.id is not null then json_build_object('kind', e.kind, 'subjectId', e.subject_id::text, 'number', o.number)
            end as work,
          case when coalesce(a.company_id, e.company_id) <> d.company_id
            then visible_company_name(coalesce(a.company_id, e.company_id)) end as "companyName",
          case when a.id is not null then alarm_subject_name(a)
            else coalesce(o.title, case when e.kind <> 'order' then e.detail->>'title' end, '—') end as "deviceName",
          visible_outlet_name(coalesce(a.outlet_id, o.outlet_id)) as "outletName", a.rule, a.rule_name as "ruleName",
          coalesce(a.label, '') as label, coalesce(a.severity, e.severity) as severity,
          d.transition, case when d.recipient <> 0 then coalesce(n.name, '—') end as "recipientName", d.state,
          d.by_voice as "byVoice", d.dropped_because as "droppedBecause", d.due_at as "dueAt", d.sent_at as "sentAt",
          coalesce(m.attempts, 0) as attempts, m.next_at as "nextAt", m.failure, m.id as "messageId",
          m.receipt, m.receipt_at as "receiptAt", m.receipt_code as "receiptCode", coalesce(m.trail, '[]') as trail,
          (select t.name from integration_channel t where t.company_id = m.company_id and t.id = m.through_id) as "throughName"
        from listed d left join alarm a on a.company_id = d.alarm_company_id and a.id = d.alarm_id
        left join work_event e on e.company_id = d.work_company_id and e.id = d.work_event_id
        left join work_order o on e.kind = 'order' and o.company_id = e.company_id and o.id = e.subject_id
        left join notice_message m on m.company_id = d.company_id and m.id = d.message_id
        left join names n on n.person_id = d.recipient
        where a.id is not null or e.id is not null order by ${order}`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async own({ db }: Reader, before: string | null, most: number): Promise<OwnAlarm[]> {
    const { rows } = await sql<OwnAlarm>`select 'alarm' as kind, id, alarm_id as "alarmId",
        company_id as "companyId", company_name as "companyName", transition, severity, rule, rule_name as "ruleName",
        label, device_name as "deviceName", outlet_name as "outletName", sent_at as "sentAt", read_at as "readAt", active
      from own_notices(${before}::bigint, ${most}::int)`.execute(db)
    return rows
  },

  async unread({ db }: Reader, most: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`select own_unread(${most}::int) as n`.execute(db)
    return rows[0]!.n
  },

  async read({ db }: Reader, ids: readonly string[] | null): Promise<number> {
    const { rows } = await sql<{ n: number }>`select read_own_notices(${ids}::bigint[]) as n`.execute(db)
    return rows[0]!.n
  },
}
