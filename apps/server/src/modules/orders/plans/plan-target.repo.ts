import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { PlanRow, PlanScope } from './plan.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** A site or a device for which an order is due. */
export interface PlanTarget {
  readonly kind: 'outlet' | 'device'
  readonly id: string
  readonly name: string
  /** The deadline, by the clock of its site. */
  readonly due: string
  /** The order before is open. */
  readonly isOpen: boolean
}

/** What the scope covers now: kind, id, name and time zone. */
function covered(companyId: string, scope: PlanScope): RawBuilder<unknown> {
  const outlets = (where: RawBuilder<unknown>) =>
    sql`select 'outlet' as kind, t.id, t.name, t.time_zone from outlet t where t.company_id = ${companyId} and ${where}`
  const devices = (where: RawBuilder<unknown>) =>
    sql`select 'device' as kind, d.id, d.name, coalesce(t.time_zone, 'Asia/Shanghai') as time_zone
      from device d left join outlet t on t.company_id = d.company_id and t.id = d.outlet_id
      where d.company_id = ${companyId} and d.state = 'claimed' and ${where}`
  switch (scope.kind) {
    case 'all':
      return outlets(sql`true`)
    case 'region':
      // Byte order: everything below a region is a range.
      return outlets(
        sql`(t.region = ${scope.region} or t.region >= ${`${scope.region}/`} and t.region < ${`${scope.region}0`})`,
      )
    case 'outlets':
      return outlets(sql`t.id = any (${scope.outletIds}::bigint[])`)
    case 'devices':
      return devices(sql`d.id = any (${scope.deviceIds}::bigint[])`)
    case 'tag':
      return devices(sql`d.tags @> array[${scope.tag}]::text[]`)
  }
}

export const planTargetRepo = {
  async count({ db, scope: { companyId } }: Reader, scope: PlanScope): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n
      from (${covered(companyId, scope)}) c`.execute(db)
    return rows[0]?.n ?? 0
  },

  async devices(
    { db, scope }: Reader,
    search: string,
  ): Promise<{ id: string; name: string; outletName: string | null }[]> {
    const { rows } = await sql<{ id: string; name: string; outletName: string | null }>`
      select d.id, d.name, t.name as "outletName" from device d
      join outlet t on t.company_id = d.company_id and t.id = d.outlet_id
      where d.company_id = ${scope.companyId} and d.state = 'claimed'
        and (${search} = '' or d.search like search_pattern(${search}))
      order by d.name, d.id limit 50`.execute(db)
    return rows
  },

  /** The date's first orders are about to be made. */
  async begin({ db, scope: { companyId } }: Reader, { id, nextOn, scope }: PlanRow): Promise<void> {
    await sql`insert into order_plan_run (company_id, plan_id, occurs_on, targets)
      select ${companyId}, ${id}, ${nextOn}::date, count(*) from (${covered(companyId, scope)}) c
      on conflict do nothing`.execute(db)
  },

  /** Those without an order of the date whose day of making has begun, at most `most`. */
  async ready({ db, scope: { companyId } }: Reader, plan: PlanRow, most: number): Promise<PlanTarget[]> {
    const { rows } = await sql<PlanTarget>`
      select c.kind, c.id, c.name, (${plan.nextOn}::date + ${plan.dueTime}::time) at time zone c.time_zone as due,
        exists (select from order_plan_order b join work_order w on w.company_id = b.company_id and w.id = b.order_id
          where b.company_id = ${companyId} and b.plan_id = ${plan.id} and b.target_kind = c.kind
            and b.target_id = c.id and w.state not in ('resolved', 'closed', 'cancelled')) as "isOpen"
      from (${covered(companyId, plan.scope)}) c
      where (${plan.nextOn}::date - ${plan.leadDays}::int)::timestamp at time zone c.time_zone <= now()
        and not exists (${done(companyId, plan)})
      order by c.id limit ${most}::int`.execute(db)
    return rows
  },

  /** Whether a site further west waits for its midnight. */
  async isWaiting({ db, scope: { companyId } }: Reader, plan: PlanRow): Promise<boolean> {
    const { rows } = await sql`select 1 from (${covered(companyId, plan.scope)}) c
      where not exists (${done(companyId, plan)}) limit 1`.execute(db)
    return rows.length > 0
  },

  async note(
    { db, scope: { companyId } }: Reader,
    { id: planId, nextOn }: PlanRow,
    { kind, id }: PlanTarget,
    orderId: string | null,
  ): Promise<void> {
    await sql`insert into order_plan_order (company_id, plan_id, occurs_on, target_kind, target_id, order_id)
      values (${companyId}, ${planId}, ${nextOn}::date, ${kind}, ${id}, ${orderId}::bigint)`.execute(db)
  },

  async finish({ db, scope: { companyId } }: Reader, { id, nextOn }: PlanRow): Promise<void> {
    await sql`update order_plan_run set finished_at = now()
      where company_id = ${companyId} and plan_id = ${id} and occurs_on = ${nextOn}::date`.execute(db)
  },
}

const done = (companyId: string, { id, nextOn }: PlanRow) =>
  sql`select from order_plan_order o where o.company_id = ${companyId} and o.plan_id = ${id}
    and o.target_kind = c.kind and o.target_id = c.id and o.occurs_on = ${nextOn}::date`
