import type { PermissionCode } from '@netward/contract'
import { dateSteps, daysShownAfterDate, type TaskKind } from '@netward/contract/task-values'
import { type RawBuilder, sql } from 'kysely'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

interface TaskSource {
  /** Who may change what ends is reminded of its date. Null: the rows name whose they are. */
  readonly needs: PermissionCode | null
  /** Rows of the columns of a task, with `since` and `due`. */
  rows(reader: Reader): Sql
}

export const ofOrder = (
  kind: 'order' | 'order_mail' = 'order',
) => sql`${sql.lit(kind)} as kind, o.id, o.company_id, o.title, null::bigint as rota_id, o.number::int as number, o.priority::int as priority, o.state,
  null::text as severity, null::text as rule, null::text as rule_name`
export const ofAlarm = sql`'alarm' as kind, a.id, a.company_id, coalesce(d.name, l.name) as title, null::bigint as rota_id, null::int as number, null::int as priority,
  null::text as state, a.severity, a.rule, a.rule_name`
export const alarms = sql`alarm a left join device d on d.company_id = a.company_id and d.id = a.device_id
  left join internet_line l on l.company_id = a.company_id and l.id = a.line_id`

/** Whose decision it is stands in the approval, whatever company is acted in. */
export const ofApproval = sql`'approval' as kind, p.id, p.company_id, p.title, null::bigint as rota_id, null::int as number, null::int as priority,
  null::text as state, null::text as severity, null::text as rule, null::text as rule_name`

/** Of the person's own rotas, which are of their own company. */
const ofRota = (kind: string, id: Sql, title: Sql) =>
  sql`${sql.lit(kind)} as kind, ${id} as id, r.company_id, ${title} as title, r.id as rota_id, null::int as number,
    null::int as priority, null::text as state, null::text as severity, null::text as rule, null::text as rule_name`
const handover = (
  kind: string,
  { scope }: Reader,
  mine: Sql,
) => sql`select ${ofRota(kind, sql`h.id`, sql`r.name`)},
    h.written_at as since, null::timestamptz as due
  from rota_handover h join rota r on r.company_id = h.company_id and r.id = h.rota_id
  where h.company_id = ${scope.companyId}::bigint and ${isAtHome({ scope })} and h.accepted_at is null
    and h.written_at > now() - interval '14 days' and ${mine}`

/** A date of somebody, whose moment and end of a day is in the time zone of its company. */
const ofDate = (
  kind: string,
  id: Sql,
  companyId: Sql,
  title: Sql,
  due: Sql,
  since = sql`${due} - ${firstStep}`,
) =>
  sql`${sql.lit(kind)} as kind, ${id} as id, ${companyId} as company_id, ${title} as title, null::bigint as rota_id, null::int as number,
    null::int as priority, null::text as state, null::text as severity, null::text as rule, null::text as rule_name,
    ${since} as since, ${due} as due`
const firstStep = sql.raw(`interval '${Math.max(...dateSteps)} days'`)
/** A transfer of spare parts should have arrived by then. */
const deliveryTime = sql.raw(`interval '7 days'`)
const shownAfter = sql.raw(`interval '${daysShownAfterDate} days'`)
const isNear = (due: Sql) => sql`${due} between now() - ${shownAfter} and now() + ${firstStep}`
/** Read by an index on the date. */
const isNearDay = (day: Sql) =>
  sql`${day} between (now() - ${shownAfter})::date and (now() + ${firstStep})::date`
/** Of the site where a warehouse is, else of its company. */
const partZone = sql`coalesce(t.time_zone, o.time_zone)`
const endOfDay = (day: Sql, zone: Sql) => sql`((${day} + 1)::timestamp at time zone ${zone})`

/**
 * What waits of each kind; a new one is a line of `taskKinds` and one here. Warranties of one model that end on one day are one item. A resolved order no longer waits for its
 * assignee; replies by mail wait for who works on the order or watches it, and for everybody while nobody does; a renewed
 * agreement does not end. The platform keeps no lines and agreements of its own.
 */
export const taskSources: Readonly<Record<TaskKind, TaskSource>> = {
  order: {
    needs: 'DMS_SERVER_WORK_ORDER',
    rows: ({ scope }) => sql`select ${ofOrder()}, o.created_at as since,
      case when o.responded_at is null then o.respond_due else o.resolve_due end as due
    from work_order o where o.assignee_id = ${scope.personId}::bigint and o.open and o.state <> 'resolved'`,
  },
  alarm: {
    needs: 'DMS_SERVER_ALARM',
    rows: ({ scope }) => sql`select ${ofAlarm}, a.raised_at as since, null::timestamptz as due
    from ${alarms} where a.assignee_id = ${scope.personId}::bigint and a.state = 'active'
      and coalesce(d.id, l.id) is not null`,
  },
  approval: {
    needs: null,
    rows: () => sql`select ${ofApproval}, p.since, null::timestamptz as due from approvals_waiting() p`,
  },
  handover_write: {
    needs: 'DMS_SERVER_ALARM',
    rows: (reader) =>
      handover(
        'handover_write',
        reader,
        sql`h.completed_at is null and h.from_member_id = ${reader.scope.memberId}::bigint`,
      ),
  },
  handover_accept: {
    needs: 'DMS_SERVER_ALARM',
    rows: (reader) =>
      handover('handover_accept', reader, sql`h.to_member_id = ${reader.scope.memberId}::bigint`),
  },
  swap: {
    needs: 'DMS_SERVER_ALARM',
    rows: ({ scope }) => sql`select ${ofRota('swap', sql`c.id`, sql`r.name || ' · ' || c.entered_by`)},
      c.entered_at as since, c.starts_at as due
    from rota_change c join rota r on r.company_id = c.company_id and r.id = c.rota_id
    where c.company_id = ${scope.companyId}::bigint and ${isAtHome({ scope })} and c.member_id = ${scope.memberId}::bigint
      and c.state = 'asked' and c.ends_at > now()`,
  },
  duty_test: {
    needs: 'DMS_SERVER_ALARM',
    rows: ({ scope }) => sql`select ${ofRota('duty_test', sql`s.id`, sql`r.name || ' · ' || n.name`)},
      s.sent_at as since, null::timestamptz as due
    from duty_test s join rota r on r.company_id = s.company_id and r.id = s.rota_id
    join integration_channel n on n.company_id = s.company_id and n.id = s.channel_id
    where s.company_id = ${scope.companyId}::bigint and ${isAtHome({ scope })} and s.member_id = ${scope.memberId}::bigint
      and s.state = 'sent' and not exists (select from duty_test l where l.company_id = s.company_id and l.rota_id = s.rota_id
        and l.member_id = s.member_id and l.channel_id = s.channel_id and l.month > s.month and l.state <> 'planned')`,
  },
  order_mail: {
    needs: 'DMS_SERVER_WORK_ORDER_EDIT',
    rows: ({
      scope,
    }) => sql`select ${ofOrder('order_mail')}, min(m.received_at) as since, null::timestamptz as due
    from work_order_mail m join work_order o on o.company_id = m.company_id and o.id = m.order_id
    where m.state = 'waiting' and (coalesce(o.assignee_id, ${scope.personId}::bigint) = ${scope.personId}::bigint
      or exists (select from work_order_watcher w where w.company_id = o.company_id and w.order_id = o.id
        and w.person_id = ${scope.personId}::bigint))
    group by o.company_id, o.id`,
  },
  shared_order: {
    needs: 'DMS_SERVER_WORK_ORDER',
    rows: ({
      scope,
    }) => sql`select 'shared_order' as kind, a.id, a.company_id, a.company_name || ' · ' || a.title as title, null::bigint as rota_id,
      a.order_number as number, a.priority::int as priority, a.state, null::text as severity, null::text as rule,
      null::text as rule_name, a.dispatched_at as since, a.resolve_due as due
    from order_assignment a where a.company_id = ${scope.companyId}::bigint and a.engineer_id = ${scope.personId}::bigint
      and a.ended_at is null`,
  },
  line_contract: {
    needs: 'DMS_SERVER_OUTLET_EDIT',
    rows: ({ scope }) => sql`select ${ofDate(
      'line_contract',
      sql`l.id`,
      sql`l.company_id`,
      sql`visible_outlet_name(l.outlet_id) || ' · ' || l.name`,
      endOfDay(sql`l.contract_end`, sql`coalesce(t.time_zone, 'Asia/Shanghai')`),
    )} from internet_line l left join outlet t on t.company_id = l.company_id and t.id = l.outlet_id
    where ${scope.kind !== 'platform'} and ${isNearDay(sql`l.contract_end`)}`,
  },
  customer_contract: {
    needs: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
    rows: ({
      scope,
    }) => sql`select ${ofDate('customer_contract', sql`c.id`, sql`c.id`, sql`c.name`, sql`c.contract_ends_at`)}
    from company c where c.parent_id = ${scope.companyId}::bigint and c.standing <> 'trial' and c.status <> 'deactivated'
      and ${isNear(sql`c.contract_ends_at`)}`,
  },
  licence: {
    needs: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
    rows: ({
      scope,
    }) => sql`select ${ofDate('licence', sql`i.id`, sql`i.company_id`, sql`i.kind`, sql`i.ends_at`)}
    from licence i where i.revoked_at is null and ${isNear(sql`i.ends_at`)}
      and ${scope.companyId}::bigint in (i.company_id, i.issuer_company_id)`,
  },
  agreement: {
    needs: 'DMS_SERVER_SERVICE_LEVEL',
    rows: ({ scope }) => sql`select ${ofDate(
      'agreement',
      sql`s.id`,
      sql`s.company_id`,
      sql`s.name`,
      endOfDay(sql`s.ends_on`, sql`(s.level->'calendar'->>'timeZone')`),
    )} from service_agreement s where ${scope.kind !== 'platform'} and ${isNearDay(sql`s.ends_on`)}
      and not exists (select from service_agreement n where n.company_id = s.company_id and n.starts_on > s.ends_on)`,
  },
  part_transfer: {
    needs: 'DMS_SERVER_PART_EDIT',
    rows: ({ scope }) => sql`select ${ofDate(
      'part_transfer',
      sql`t.id`,
      sql`t.company_id`,
      sql`f.name || ' → ' || d.name`,
      sql`(t.sent_at + ${deliveryTime})`,
      sql`t.sent_at`,
    )} from part_transfer t join warehouse f on f.company_id = t.company_id and f.id = t.from_id
    join warehouse d on d.company_id = t.company_id and d.id = t.to_id
    where t.company_id = ${scope.companyId}::bigint and t.state <> 'received'`,
  },
  part_claim: {
    needs: 'DMS_SERVER_PART_EDIT',
    rows: ({ scope }) => sql`select ${ofDate(
      'part_claim',
      sql`c.id`,
      sql`c.company_id`,
      sql`c.vendor || ' · ' || m.name`,
      endOfDay(sql`c.due_on`, partZone),
    )} from part_claim c join part_model m on m.company_id = c.company_id and m.id = c.model_id
    join company o on o.id = c.company_id
    left join warehouse w on w.company_id = c.company_id and w.id = c.warehouse_id
    left join outlet t on t.company_id = w.company_id and t.id = w.at_outlet_id
    where c.company_id = ${scope.companyId}::bigint and c.ended_at is null and ${isNearDay(sql`c.due_on`)}`,
  },
  part_warranty: {
    needs: 'DMS_SERVER_PART_EDIT',
    rows: ({ scope }) => sql`select ${ofDate(
      'part_warranty',
      sql`p.id`,
      sql`p.company_id`,
      sql`p.title`,
      endOfDay(sql`p.warranty_until`, sql`p.time_zone`),
    )} from (
      select min(s.id) as id, s.company_id, m.name || ' × ' || count(*) as title, s.warranty_until, min(o.time_zone) as time_zone
      from part_serial s join company o on o.id = s.company_id join part_model m on m.company_id = s.company_id and m.id = s.model_id
      where s.company_id = ${scope.companyId}::bigint and s.state not in ('scrapped', 'lost', 'replaced')
        and ${isNearDay(sql`s.warranty_until`)}
      group by s.company_id, m.id, m.name, s.warranty_until) p`,
  },
  part_short: {
    needs: 'DMS_SERVER_PART',
    rows: ({ scope }) => sql`select ${ofDate(
      'part_short',
      sql`p.id`,
      sql`p.company_id`,
      sql`p.title`,
      sql`null::timestamptz`,
      sql`p.since`,
    )} from (
      select w.id, w.company_id, min(s.short_since) as since, w.name || ' · ' || string_agg(m.name, ', ' order by lower(m.name)) as title
      from warehouse w join part_stock s on s.company_id = w.company_id and s.warehouse_id = w.id and s.short_since is not null
      join part_model m on m.company_id = s.company_id and m.id = s.model_id
      where w.company_id = ${scope.companyId}::bigint and coalesce(w.keeper_id, ${scope.personId}::bigint) = ${scope.personId}::bigint
      group by w.company_id, w.id, w.name) p`,
  },
  certificate: {
    needs: 'DMS_SERVER_WORK_ORDER',
    rows: () =>
      sql`select ${ofDate(
        'certificate',
        sql`c.person_id`,
        sql`c.company_id`,
        sql`c.title`,
        sql`c.ends`,
      )} from own_certificates(${Math.max(...dateSteps)}) c`,
  },
}
