import type { AlarmSeverity, RuleOrder } from '@netward/contract/alarm-values'
import type { Language } from '@netward/phrases/server'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Db } from '../../../platform/db/transaction.ts'

/** An alarm for which a rule opens an order. */
export interface WaitingAlarm {
  readonly id: string
  readonly rule: string
  readonly ruleName: string | null
  readonly label: string
  readonly severity: AlarmSeverity
  readonly subjectName: string
  /** Null: a line, or the company itself. */
  readonly deviceType: string | null
  readonly isLine: boolean
  readonly order: RuleOrder
  readonly language: Language
}

type Place<K extends string> = { readonly companyId: string } & { readonly [key in K]: string }

export const fromAlarmsRepo = {
  waiting: (scopes: Scopes, most: number): Promise<Place<'alarmId'>[]> =>
    scopes.asLoginRole<Place<'alarmId'>>(
      'select company_id as "companyId", alarm_id as "alarmId" from work_order_alarms_waiting($1)',
      [most],
    ),

  over: (scopes: Scopes, most: number): Promise<Place<'orderId'>[]> =>
    scopes.asLoginRole<Place<'orderId'>>(
      'select company_id as "companyId", order_id as "orderId" from work_order_alarms_over($1)',
      [most],
    ),

  /** One worker at a time opens and closes orders of a company for alarms. */
  async inTurn(db: Db, companyId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(7571, hashtext(${companyId}))`.execute(db)
  },

  /** Undefined: it has an order by now, or is cleared. */
  async find(db: Db, alarmId: string): Promise<WaitingAlarm | undefined> {
    const { rows } =
      await sql<WaitingAlarm>`select a.id, a.rule, a.rule_name as "ruleName", a.label, a.severity,
        alarm_subject_name(a) as "subjectName", d.type as "deviceType", a.line_id is not null as "isLine",
        r.definition->>'order' as "order", c.language
      from alarm a join company c on c.id = a.company_id
      join alarm_rule r on r.company_id = a.company_id and a.rule = coalesce(r.code, r.id::text)
      left join device d on d.company_id = a.company_id and d.id = a.device_id
      where a.company_id = scope_company() and a.id = ${alarmId} and a.state = 'active' and r.orders_since is not null
        and not exists (select from work_order_alarm_link l where l.company_id = a.company_id and l.alarm_id = a.id)`.execute(
        db,
      )
    return rows[0]
  },

  /**
   * The order of the same rule and device or line that is open, also for another part of it; or that was closed so many hours
   * ago at most for the same part.
   */
  async groupOf(
    db: Db,
    alarmId: string,
    hours: number,
  ): Promise<{ orderId: string; closed: boolean } | undefined> {
    const { rows } = await sql<{ orderId: string; closed: boolean }>`
      select o.id as "orderId", o.state = 'closed' as closed
      from alarm a join alarm k on k.company_id = a.company_id and k.subject_id is not distinct from a.subject_id
        and k.rule = a.rule and k.id <> a.id
      join work_order_alarm_link l on l.company_id = k.company_id and l.alarm_id = k.id
      join work_order o on o.company_id = l.company_id and o.id = l.order_id
      where a.company_id = scope_company() and a.id = ${alarmId} and (o.open
        or o.state = 'closed' and k.instance = a.instance and o.closed_at > now() - make_interval(hours => ${hours}::int))
      order by o.open desc, o.id desc limit 1`.execute(db)
    return rows[0]
  },

  /** The order is about this alarm from now on. */
  async join(db: Db, orderId: string, alarmId: string, closes: boolean): Promise<void> {
    await sql`update work_order set alarm_id = ${alarmId}, closes_with_alarm = ${closes}
      where company_id = scope_company() and id = ${orderId}`.execute(db)
  },

  /** Takes the mark away; false: another worker did, or one of its alarms is active again. */
  async takeOver(db: Db, orderId: string): Promise<boolean> {
    const { rows } = await sql`update work_order o set closes_with_alarm = false
      where o.company_id = scope_company() and o.id = ${orderId} and o.closes_with_alarm and not exists (
        select from work_order_alarm_link l join alarm a on a.company_id = l.company_id and a.id = l.alarm_id
        where l.company_id = o.company_id and l.order_id = o.id and a.state = 'active') returning 1`.execute(
      db,
    )
    return rows.length > 0
  },

  async announce(db: Db, orderId: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      select o.company_id, 'work_order.changed', o.outlet_id, jsonb_build_object('orderId', o.id::text)
      from work_order o where o.company_id = scope_company() and o.id = ${orderId}`.execute(db)
  },
}
