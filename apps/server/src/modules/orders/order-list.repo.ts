import type { InputOf, workOrderApi } from '@netward/contract'
import { openOrderStates, type OrderState } from '@netward/contract/states/work-order'
import { decimalOf } from '@netward/contract/order-form-values'
import type { OrderImpact, OrderType, OrderUrgency } from '@netward/contract/work-order-values'
import { type RawBuilder, sql } from 'kysely'
import {
  inPool,
  inRegion,
  inTime,
  late,
  overdue,
  respondedInTime,
  respondedLate,
} from './dispatch/order-filters.repo.ts'
import { capOf, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { standsIn } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
type Query = InputOf<typeof workOrderApi.pageOrders>
type Filters = Omit<Query, 'page' | 'pageSize' | 'sort' | 'standing' | 'state'>

export interface OrderRow {
  readonly id: string
  readonly number: number
  readonly companyId: string
  readonly companyName: string
  readonly version: number
  readonly type: OrderType
  readonly category: string
  readonly title: string
  readonly impact: OrderImpact
  readonly urgency: OrderUrgency
  readonly priority: number
  readonly state: OrderState
  readonly outletId: string | null
  readonly outletName: string | null
  readonly deviceId: string | null
  readonly lineId: string | null
  readonly subjectName: string
  readonly isGateway: boolean
  readonly alarmId: string | null
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly pooled: boolean
  readonly score: number | null
  readonly tags: string[]
  readonly custom: Record<string, string>
  readonly createdAt: string
  readonly createdBy: string
  readonly respondDue: string | null
  readonly resolveDue: string | null
  readonly dueByHand: boolean
  readonly respondedAt: string | null
  readonly resolvedAt: string | null
  readonly suspendedUntil: string | null
}

const ownColumns = sql`o.id, o.number::int as number, o.company_id as "companyId", o.version, o.type, o.category,
  o.title, o.impact, o.urgency, o.priority, o.state, o.outlet_id as "outletId",
  o.device_id as "deviceId", o.line_id as "lineId", o.subject_name as "subjectName", o.is_gateway as "isGateway",
  o.alarm_id as "alarmId", o.assignee_id as "assigneeId", o.assignee_name as "assigneeName",
  o.pooled_at is not null as pooled, o.score, o.tags, o.custom,
  o.created_at as "createdAt", o.created_by as "createdBy", o.respond_due as "respondDue",
  o.resolve_due as "resolveDue", o.due_by_hand as "dueByHand", o.responded_at as "respondedAt",
  o.resolved_at as "resolvedAt", o.suspended_until as "suspendedUntil"`

export const shownOrder = sql`${ownColumns}, visible_company_name(o.company_id) as "companyName",
  visible_outlet_name(o.outlet_id) as "outletName"`

const orders = {
  createdAt: sql`o.created_at, o.id`,
  '-createdAt': sql`o.created_at desc, o.id desc`,
  resolveDue: sql`o.resolve_due, o.id`,
  '-resolveDue': sql`o.resolve_due desc, o.id desc`,
  priority: sql`o.priority, o.created_at, o.id`,
  '-priority': sql`o.priority desc, o.created_at desc, o.id desc`,
} satisfies Record<Query['sort'], Sql>

export const orderListRepo = {
  async page(ctx: Reader, query: Query): Promise<{ items: OrderRow[]; total: number }> {
    const where = all(await listed(ctx, query))
    const cap = capOf(query.search)
    const [counted, page] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from work_order o where ${where} limit ${sql.lit(cap + 1)}) counted`.execute(ctx.db),
      rowsOf(
        ctx,
        where,
        orders[query.sort],
        sql`limit ${query.pageSize}::int
        offset ${(query.page - 1) * query.pageSize}::int`,
      ),
    ])
    return { items: page, total: counted.rows[0]?.n ?? 0 }
  },

  async all(ctx: Reader, query: Query, most: number): Promise<OrderRow[]> {
    return rowsOf(ctx, all(await listed(ctx, query)), orders[query.sort], sql`limit ${most}::int`)
  },

  /** Of each open state the first by deadline, and how many there are. */
  async board(
    ctx: Reader,
    filters: Filters,
    most: number,
  ): Promise<{ state: OrderState; items: OrderRow[]; total: number }[]> {
    const conditions = await matching(ctx, { ...filters, standing: 'open' })
    const columns: { state: OrderState; items: OrderRow[]; total: number }[] = []
    // One after the other: they share a connection.
    for (const state of openOrderStates) {
      const where = all([sql`o.state = ${sql.lit(state)}`, ...conditions])
      const items = await rowsOf(ctx, where, orders.resolveDue, sql`limit ${most}::int`)
      columns.push({ state, items, total: items.length })
    }
    const full = columns.filter(({ items }) => items.length === most)
    if (full.length > 0) {
      const { rows } = await sql<{
        state: OrderState
        n: number
      }>`select s.state, (select count(*)::int from (
          select 1 from work_order o where ${all([sql`o.state = s.state`, ...conditions])}
          limit ${sql.lit(countCap + 1)}) counted) as n
        from unnest(${full.map(({ state }) => state)}::text[]) s (state)`.execute(ctx.db)
      for (const column of full) column.total = rows.find(({ state }) => state === column.state)?.n ?? most
    }
    return columns
  },

  async counts(ctx: Reader): Promise<Record<'open' | 'unassigned' | 'overdue' | 'mine' | 'toClaim', number>> {
    const open = [sql`o.open`, ...(await reach(ctx))]
    return {
      open: await count(ctx, all(open)),
      unassigned: await count(ctx, all([...open, sql`o.assignee_id is null`, sql`o.state = 'new'`])),
      overdue: await count(ctx, all([...open, overdue])),
      mine: await count(ctx, all([...open, sql`o.assignee_id = ${ctx.scope.personId}::bigint`])),
      toClaim: await count(ctx, all([...open, inPool('mine')])),
    }
  },
}

/** Names of a page at once: one by one they take longer than its rows. */
async function rowsOf({ db }: Reader, where: Sql, order: Sql, limit: Sql): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    with page as materialized (
      select ${ownColumns}, row_number() over (order by ${order}) as place from work_order o where ${where}
      order by ${order} ${limit}
    ), names as materialized (
      select n.* from visible_names(array(select distinct "companyId" from page),
        array(select distinct "outletId" from page)) n
    )
    select page.*, (select n.name from names n where n.company_id = page."companyId") as "companyName",
      (select n.name from names n where n.outlet_id = page."outletId") as "outletName"
    from page order by place`.execute(db)
  return rows
}

async function count({ db }: Reader, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select 1 from work_order o where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

async function listed(ctx: Reader, query: Query): Promise<Sql[]> {
  const { state = [] } = query
  return [
    ...(query.standing === 'all' ? [] : [sql`o.open = ${sql.lit(query.standing === 'open')}`]),
    ...(state.length === 0 ? [] : [sql`o.state = any (${state}::text[])`]),
    ...(await matching(ctx, query)),
  ]
}

/** Companies whose own index is read, one after the other, instead of that over all. */
const fewCompanies = 200

/** The planner does not see that an MSP has few of ten thousand customers, and would walk over the orders of all. */
async function reach({ db, scope }: Reader): Promise<Sql[]> {
  if (scope.kind === 'company') return [sql`o.company_id = ${scope.companyId}::bigint`]
  if (scope.kind === 'platform') return []
  const { rows } = await sql<{ ids: string[] }>`select array(
    select k::text from visible_companies() k limit ${sql.lit(fewCompanies + 1)}) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > fewCompanies ? [] : [sql`o.company_id = any (${ids}::bigint[])`]
}

async function matching(ctx: Reader, filters: Filters & Pick<Query, 'standing'>): Promise<Sql[]> {
  const { search = '', type = [], priority = [], category = [], assignee, watched, tag } = filters
  const { companyId, outletId, deviceId, lineId, alarmId, from, to } = filters
  const { personId } = ctx.scope
  const only = (column: Sql, value: string | undefined) =>
    value === undefined ? [] : [sql`${column} = ${value}::bigint`]
  return [
    ...(await reach(ctx)),
    ...(search === ''
      ? []
      : [await found(ctx, filters.standing === 'all' ? null : filters.standing === 'open', search)]),
    ...(type.length === 0 ? [] : [sql`o.type = any (${type}::text[])`]),
    ...(priority.length === 0 ? [] : [sql`o.priority = any (${priority}::smallint[])`]),
    ...(category.length === 0 ? [] : [sql`o.category = any (${category}::text[])`]),
    ...(assignee === undefined
      ? []
      : assignee === 'nobody'
        ? [sql`o.assignee_id is null`]
        : [sql`o.assignee_id = ${assignee === 'me' ? personId : assignee}::bigint`]),
    ...(watched === undefined
      ? []
      : [sql`o.id in (select w.order_id from work_order_watcher w where w.person_id = ${personId}::bigint)`]),
    ...(filters.overdue === undefined ? [] : [overdue]),
    ...(filters.pool === undefined ? [] : [inPool(filters.pool)]),
    ...(filters.region === undefined ? [] : [inRegion(filters.region)]),
    ...standsIn('o', { departmentId: filters.departmentId }),
    ...(filters.scoreUpTo === undefined ? [] : [sql`o.score <= ${filters.scoreUpTo}::smallint`]),
    ...Object.entries(filters.custom ?? {}).map(([fieldId, value]) => hasValue(fieldId, value)),
    ...(tag === undefined ? [] : [sql`o.tags @> array[${tag}]::text[]`]),
    ...only(sql`o.company_id`, companyId),
    ...only(sql`o.outlet_id`, outletId),
    ...only(sql`o.device_id`, deviceId),
    ...only(sql`o.line_id`, lineId),
    ...(alarmId === undefined
      ? []
      : [
          sql`o.id in (select l.order_id from alarm a
            join work_order_alarm_link l on l.company_id = a.company_id and l.alarm_id = a.id where a.id = ${alarmId})`,
        ]),
    ...(filters.planId === undefined
      ? []
      : [
          sql`o.id in (select p.order_id from order_plan n
            join order_plan_order p on p.company_id = n.company_id and p.plan_id = n.id where n.id = ${filters.planId})`,
        ]),
    ...(from === undefined ? [] : [sql`o.created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`o.created_at < ${to}::timestamptz`]),
    ...between(sql`o.resolved_at`, filters.resolvedFrom, filters.resolvedTo),
    ...between(sql`o.resolve_due`, filters.dueFrom, filters.dueTo),
    ...(filters.inTime === undefined ? [] : [filters.inTime === 'yes' ? inTime : late]),
    ...between(sql`o.respond_due`, filters.respondDueFrom, filters.respondDueTo),
    ...(filters.respondedInTime === undefined
      ? []
      : [filters.respondedInTime === 'yes' ? respondedInTime : respondedLate]),
    ...(filters.rated === undefined ? [] : [sql`o.score is not null`]),
  ]
}

const between = (moment: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${moment} >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`${moment} < ${to}::timestamptz`]),
]

/** A number is kept in one form, however it is typed. */
function hasValue(fieldId: string, value: string): Sql {
  const wanted = [...new Set([value, decimalOf(value) ?? value])]
  const each = wanted.map((one) => sql`o.custom @> ${JSON.stringify({ [fieldId]: one })}::jsonb`)
  return sql`(${sql.join(each, sql` or `)})`
}

/** By the trigram index; where a term is too common for that, the order of the list reaches a page soon. */
async function found({ db }: Reader, open: boolean | null, term: string): Promise<Sql> {
  const { rows } = await sql<{ id: string }>`
    select search_work_orders(${open}::boolean, ${term}, ${countCap + 1}) as id`.execute(db)
  return rows.length > countCap
    ? sql`o.search like search_pattern(${term})`
    : sql`o.id = any (${rows.map(({ id }) => id)}::bigint[])`
}

const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)
