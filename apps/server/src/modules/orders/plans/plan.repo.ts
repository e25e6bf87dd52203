import type { InputOf, orderPlanApi, OutputOf } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../../platform/db/capped-count.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type PlanRow = OutputOf<typeof orderPlanApi.pageOrderPlans>['items'][number]
export type PlanScope = PlanRow['scope']
export type PlanInput = InputOf<typeof orderPlanApi.addOrderPlan>
type Run = NonNullable<PlanRow['lastRun']>
type Plain = Omit<PlanRow, 'lastRun'>

const runs = sql`select r.plan_id as "planId", r.occurs_on::text as "occursOn", r.targets, r.started_at as "startedAt", r.finished_at as "finishedAt",
    (count(*) filter (where o.order_id is not null))::int as made,
    (count(*) filter (where o.plan_id is not null and o.order_id is null))::int as skipped
  from order_plan_run r left join order_plan_order o on o.company_id = r.company_id and o.plan_id = r.plan_id
    and o.occurs_on = r.occurs_on`

const shown = sql`p.id, p.name, p.template_id as "templateId", t.name as "templateName", p.scope, p.repeat_rule as rule,
  p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", to_char(p.due_time, 'HH24:MI') as "dueTime",
  p.lead_days as "leadDays", p.skip_open as "skipOpen", p.paused_at as "pausedAt", p.next_on::text as "nextOn",
  p.edited_at as "editedAt", p.edited_by as "editedBy"`
const joined = sql`order_plan p join order_template t on t.company_id = p.company_id and t.id = p.template_id`

const orders = {
  name: sql`lower(p.name), p.id`,
  '-name': sql`lower(p.name) desc, p.id desc`,
  nextOn: sql`p.next_on nulls last, p.id`,
  '-nextOn': sql`p.next_on desc nulls last, p.id desc`,
}

export interface DuePlan {
  readonly companyId: string
  readonly planId: string
}

export const planRepo = {
  /** Of all companies; those whose date has begun where days begin first. */
  due: (scopes: Scopes): Promise<DuePlan[]> =>
    scopes.asLoginRole<DuePlan>(
      'select company_id::text as "companyId", plan_id::text as "planId" from order_plans_due()',
    ),

  async page(
    { db, scope }: Reader,
    { search = '', state, sort, page, pageSize }: InputOf<typeof orderPlanApi.pageOrderPlans>,
  ): Promise<{ items: PlanRow[]; total: number }> {
    const standing =
      state === undefined
        ? sql`true`
        : state === 'over'
          ? sql`p.next_on is null`
          : state === 'paused'
            ? sql`p.next_on is not null and p.paused_at is not null`
            : sql`p.next_on is not null and p.paused_at is null`
    const where = sql`p.company_id = ${scope.companyId} and strpos(lower(p.name), lower(${search})) > 0 and ${standing}`
    const { rows } = await sql<Plain>`select ${shown} from ${joined} where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n from (select 1 from order_plan p
      where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
    return { items: await withLastRun({ db, scope }, rows), total: counted.rows[0]?.n ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<PlanRow | undefined> {
    const { rows } = await sql<Plain>`select ${shown} from ${joined}
      where p.company_id = ${scope.companyId} and p.id = ${id}`.execute(db)
    return (await withLastRun({ db, scope }, rows))[0]
  },

  /** One change at a time, also by the job. Undefined: it is gone, or somebody else works on it. */
  async lock({ db, scope }: Reader, id: string, { wait }: { wait: boolean }): Promise<PlanRow | undefined> {
    const { rows } = await sql`select 1 from order_plan where company_id = ${scope.companyId} and id = ${id}
      for no key update ${wait ? sql`` : sql`skip locked`}`.execute(db)
    return rows.length === 0 ? undefined : planRepo.find({ db, scope }, id)
  },

  async runs({ db, scope }: Reader, id: string): Promise<Run[]> {
    const { rows } = await sql<Run & { planId: string }>`${runs} where r.company_id = ${scope.companyId}
        and r.plan_id = ${id}
      group by r.company_id, r.plan_id, r.occurs_on order by r.occurs_on desc limit 50`.execute(db)
    return rows.map(({ planId: _id, ...run }) => run)
  },

  /** @returns how many there are */
  async lockAll({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('order plans', ${scope.companyId}))`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_plan
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** Null: a new one. */
  async save(
    { db, scope }: Reader,
    id: string | null,
    plan: PlanInput & { nextOn: string | null },
  ): Promise<string> {
    const values = {
      name: plan.name,
      template_id: plan.templateId,
      scope: JSON.stringify(plan.scope),
      repeat_rule: plan.rule,
      starts_on: plan.startsOn,
      ends_on: plan.endsOn,
      due_time: plan.dueTime,
      lead_days: plan.leadDays,
      skip_open: plan.skipOpen,
      next_on: plan.nextOn,
      edited_at: sql<string>`now()`,
      edited_by: scope.actorName,
    }
    if (id === null) {
      const made = await db
        .insertInto('order_plan')
        .values({ company_id: scope.companyId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    }
    await db
      .updateTable('order_plan')
      .set(values)
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
    return id
  },

  /** Where the company's first site is: its people mean that clock. */
  async today({ db, scope }: Reader): Promise<string> {
    const { rows } = await sql<{
      today: string
    }>`select (now() at time zone coalesce((select time_zone from outlet
        where company_id = ${scope.companyId} order by id limit 1), 'Asia/Shanghai'))::date::text as today`.execute(
      db,
    )
    return rows[0]!.today
  },

  async setNext({ db, scope }: Reader, id: string, nextOn: string | null): Promise<void> {
    await sql`update order_plan set next_on = ${nextOn}::date
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async pause({ db, scope }: Reader, id: string, paused: boolean): Promise<void> {
    await sql`update order_plan set paused_at = case when ${paused} then now() end
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('order_plan').where('company_id', '=', scope.companyId).where('id', '=', id).execute()
  },

  /** Sites or devices that are chosen one by one, of those that exist. */
  async places(
    { db, scope: { companyId } }: Reader,
    scope: PlanScope,
  ): Promise<{ id: string; name: string }[]> {
    const of = (table: RawBuilder<unknown>, ids: readonly string[]) =>
      sql<{ id: string; name: string }>`select id, name from ${table}
        where company_id = ${companyId} and id = any (${ids}::bigint[]) order by name, id`.execute(db)
    if (scope.kind === 'outlets') return (await of(sql`outlet`, scope.outletIds)).rows
    if (scope.kind === 'devices') return (await of(sql`device`, scope.deviceIds)).rows
    return []
  },
}

async function withLastRun({ db, scope }: Reader, plans: readonly Plain[]): Promise<PlanRow[]> {
  const ids = plans.map(({ id }) => id)
  const { rows } = await sql<Run & { planId: string }>`${runs} where r.company_id = ${scope.companyId}
      and (r.plan_id, r.occurs_on) in (select l.plan_id, max(l.occurs_on) from order_plan_run l
        where l.company_id = ${scope.companyId} and l.plan_id = any (${ids}::bigint[]) group by l.plan_id)
    group by r.company_id, r.plan_id, r.occurs_on`.execute(db)
  const last = new Map(rows.map(({ planId, ...run }) => [planId, run]))
  return plans.map((plan) => ({ ...plan, lastRun: last.get(plan.id) ?? null }))
}
