import type { OrderState } from '@netward/contract/states/work-order'
import type { OrderClock, OrderImpact, OrderUrgency } from '@netward/contract/work-order-values'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { type OrderExtras, shownExtras } from './extras/extras.repo.ts'
import { type OrderRow, shownOrder } from './order-list.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

export interface FullOrder extends OrderRow, OrderExtras {
  readonly description: string
  readonly contactName: string
  readonly contactPhone: string
  readonly contactEmail: string
  readonly cause: string | null
  readonly solution: string
  readonly closedAt: string | null
  readonly timeZone: string
  readonly cost: { beyond: boolean; price: number | null }
  readonly agreementId: string | null
  readonly warned: string[]
}

/** What an order is about, and where that is. */
export interface Subject {
  readonly companyId: string
  readonly outletId: string | null
  readonly departmentId: string | null
  readonly deviceId: string | null
  readonly lineId: string | null
  readonly alarmId: string | null
  readonly name: string
  readonly isGateway: boolean
  readonly timeZone: string | null
}

/** An order about no place and no thing. */
export const nowhere: Omit<Subject, 'companyId'> = {
  outletId: null,
  departmentId: null,
  deviceId: null,
  lineId: null,
  alarmId: null,
  name: '',
  isGateway: false,
  timeZone: null,
}

export interface NewOrder {
  readonly type: string
  readonly category: string
  readonly title: string
  readonly description: string
  readonly impact: OrderImpact
  readonly urgency: OrderUrgency
  readonly priority: number
  readonly contactName: string
  readonly contactPhone: string
  readonly contactEmail: string
  readonly tags: readonly string[]
}

export interface OrderEventRow {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly internal: boolean
  readonly detail: Readonly<Record<string, unknown>>
  readonly actorName: string | null
  readonly actorCompanyName: string | null
}

export interface OrderPerson {
  readonly personId: string
  readonly name: string
  readonly companyName: string
  readonly openOrders: number
}

const full = sql`${shownOrder}, ${shownExtras}, o.description, o.contact_name as "contactName", o.contact_phone as "contactPhone",
  o.contact_email as "contactEmail", o.cause,
  o.solution, o.closed_at as "closedAt", o.time_zone as "timeZone", o.agreement_id as "agreementId", o.warned`

export const orderRepo = {
  async find({ db }: Reader, id: string): Promise<FullOrder | undefined> {
    const { rows } = await sql<FullOrder>`select ${full} from work_order o where o.id = ${id}`.execute(db)
    return rows[0]
  },

  async owner({ db }: Reader, id: string): Promise<string | undefined> {
    const row = await db.selectFrom('work_order').select('company_id').where('id', '=', id).executeTakeFirst()
    return row?.company_id
  },

  /** Of those that the caller sees. */
  async names({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ id: string; name: string }>`select id, '#' || number || ' ' || title as name
      from work_order where id = any (${ids}::bigint[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },

  async lock({ db, scope }: Reader, id: string): Promise<FullOrder | undefined> {
    const { rows } = await sql<FullOrder>`select ${full} from work_order o
      where o.id = ${id} and o.company_id = ${scope.companyId} for no key update of o`.execute(db)
    return rows[0]
  },

  /** Orders of the company acted in that a person has to carry out. */
  async carriedOutBy({ db, scope }: Reader, personId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from work_order
      where company_id = ${scope.companyId} and assignee_id = ${personId}::bigint and open and state <> 'resolved'
      order by created_at`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Null: not visible. At most one of the four is given. */
  async subject(
    { db }: Reader,
    {
      alarmId,
      deviceId,
      lineId,
      outletId,
    }: Partial<Record<'alarmId' | 'deviceId' | 'lineId' | 'outletId', string | undefined>>,
  ): Promise<Subject | undefined> {
    const zone = sql`(select t.time_zone from outlet t where t.company_id = s.company_id and t.id = s.outlet_id) as "timeZone"`
    const place = sql`s.company_id as "companyId", s.outlet_id as "outletId", s.department_id as "departmentId", ${zone}`
    const none = sql`null::bigint`
    const source: Sql =
      alarmId !== undefined
        ? sql`select a.company_id as "companyId", s.outlet_id as "outletId", s.department_id as "departmentId",
            a.device_id as "deviceId", a.line_id as "lineId", a.id as "alarmId", coalesce(s.name, '') as name,
            s.type is not distinct from 'smart_cpe' as "isGateway", ${zone}
            from alarm a left join lateral (
              select d.company_id, d.outlet_id, d.department_id, d.name, d.type from device d
              where d.company_id = a.company_id and d.id = a.device_id
              union all
              select l.company_id, l.outlet_id, l.department_id, l.name, null from internet_line l
              where l.company_id = a.company_id and l.id = a.line_id) s on true
            where a.id = ${alarmId} and (a.subject_id is null or s.company_id is not null)`
        : deviceId !== undefined
          ? sql`select ${place}, s.id as "deviceId", ${none} as "lineId", ${none} as "alarmId", s.name,
              s.type = 'smart_cpe' as "isGateway" from device s where s.id = ${deviceId}`
          : lineId !== undefined
            ? sql`select ${place}, ${none} as "deviceId", s.id as "lineId", ${none} as "alarmId", s.name,
                false as "isGateway" from internet_line s where s.id = ${lineId}`
            : sql`select ${place}, ${none} as "deviceId", ${none} as "lineId", ${none} as "alarmId", '' as name,
                false as "isGateway" from outlet s where s.id = ${outletId ?? null}::bigint`
    const { rows } = await sql<Subject>`${source}`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    subject: Omit<Subject, 'companyId'>,
    order: NewOrder,
  ): Promise<{ id: string; number: number }> {
    const made = await db
      .insertInto('work_order')
      .values({
        company_id: scope.companyId,
        // The trigger counts it up.
        number: '0',
        ...values(order),
        type: order.type as never,
        outlet_id: subject.outletId,
        department_id: subject.departmentId,
        device_id: subject.deviceId,
        line_id: subject.lineId,
        alarm_id: subject.alarmId,
        subject_name: subject.name,
        is_gateway: subject.isGateway,
        ...(subject.timeZone !== null && { time_zone: subject.timeZone }),
        created_by: scope.actorName,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    return { id: made.id, number: Number(made.number) }
  },

  async edit({ db, scope }: Reader, id: string, order: NewOrder): Promise<void> {
    await db
      .updateTable('work_order')
      .set({ ...values(order), type: order.type as never })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async move(
    { db, scope }: Reader,
    id: string,
    {
      state,
      assignee,
      responds,
      resolved,
      pooled = false,
      suspendedUntil = null,
      outcome,
    }: {
      state: OrderState
      assignee?: { id: string; name: string } | null
      /** Somebody has responded, if nobody had before. */
      responds: boolean
      resolved: boolean
      /** It waits for an engineer who takes it. */
      pooled?: boolean
      suspendedUntil?: string | null
      outcome?: { cause: string; solution: string }
    },
  ): Promise<void> {
    await db
      .updateTable('work_order')
      .set({
        state,
        pooled_at: pooled ? sql<string>`now()` : null,
        suspended_until: suspendedUntil,
        resolved_at: resolved ? sql<string>`coalesce(resolved_at, now())` : null,
        closed_at: state === 'closed' || state === 'cancelled' ? sql<string>`now()` : null,
        ...(responds && { responded_at: sql<string>`coalesce(responded_at, now())` }),
        ...(assignee !== undefined && {
          assignee_id: assignee?.id ?? null,
          assignee_name: assignee?.name ?? null,
        }),
        ...outcome,
      })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async setDue({ db, scope }: Reader, id: string, due: string | null): Promise<void> {
    await db
      .updateTable('work_order')
      .set({ due_by_hand: due !== null, ...(due !== null && { resolve_due: due }) })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  /** Ends the pause that lasts, and begins one. */
  async turnPause(
    { db, scope }: Reader,
    orderId: string,
    reason: 'customer' | 'carrier' | 'resolved' | null,
  ): Promise<void> {
    await db
      .updateTable('work_order_pause')
      .set({ ends_at: sql<string>`now()` })
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .where('ends_at', 'is', null)
      .execute()
    if (reason !== null)
      await db
        .insertInto('work_order_pause')
        .values({ company_id: scope.companyId, order_id: orderId, reason, starts_at: sql<string>`now()` })
        .execute()
  },

  async note(
    { db, scope }: Reader,
    orderId: string,
    kind: string,
    detail: Record<string, unknown> = {},
    { internal = false, key }: { internal?: boolean; key?: string | undefined } = {},
  ): Promise<void> {
    await db
      .insertInto('work_order_event')
      .values({
        company_id: scope.companyId,
        order_id: orderId,
        kind,
        detail: JSON.stringify(detail),
        internal,
        draft_key: key ?? null,
      })
      .execute()
  },

  /** What the person has sent by this key; the order is locked. */
  async taken(
    { db, scope }: Reader,
    orderId: string,
    key: string | undefined,
  ): Promise<{ fileId: string | null } | undefined> {
    if (key === undefined) return undefined
    const { rows } = await sql<{
      fileId: string | null
    }>`select detail->>'fileId' as "fileId" from work_order_event
      where company_id = ${scope.companyId} and order_id = ${orderId} and actor_id = ${scope.personId}
        and draft_key = ${key}`.execute(db)
    return rows[0]
  },

  async history({ db }: Reader, { id, companyId }: OrderRow): Promise<OrderEventRow[]> {
    const { rows } =
      await sql<OrderEventRow>`select id, at, kind, internal, detail, actor_name as "actorName",
        actor_company_name as "actorCompanyName"
      from work_order_event where company_id = ${companyId} and order_id = ${id} order by id desc limit 300`.execute(
        db,
      )
    return rows
  },

  async watchers({ db }: Reader, { id, companyId }: OrderRow): Promise<{ personId: string; name: string }[]> {
    const { rows } = await sql<{ personId: string; name: string }>`select person_id as "personId", name
      from work_order_watcher where company_id = ${companyId} and order_id = ${id} order by name, person_id`.execute(
      db,
    )
    return rows
  },

  /** @returns whether anything changed */
  async watch({ db, scope }: Reader, orderId: string, watch: boolean): Promise<boolean> {
    const key = { company_id: scope.companyId, order_id: orderId, person_id: scope.personId }
    const { rows } = watch
      ? await sql`insert into work_order_watcher (company_id, order_id, person_id, name)
          values (${key.company_id}, ${key.order_id}, ${key.person_id}, ${scope.actorName})
          on conflict do nothing returning 1`.execute(db)
      : await sql`delete from work_order_watcher where company_id = ${key.company_id} and order_id = ${key.order_id}
          and person_id = ${key.person_id} returning 1`.execute(db)
    return rows.length > 0
  },

  async relations({ db }: Reader, { id, companyId }: OrderRow) {
    const { rows } = await sql<{
      kind: 'duplicate_of' | 'caused_by' | 'parent'
      inverse: boolean
      orderId: string
      number: number
      title: string
      state: OrderState
    }>`select r.kind, r.other_id = ${id} as inverse, o.id as "orderId", o.number::int as number, o.title, o.state
      from work_order_relation r
      join work_order o on o.company_id = r.company_id and o.id = case when r.other_id = ${id} then r.order_id else r.other_id end
      where r.company_id = ${companyId} and (r.order_id = ${id} or r.other_id = ${id})
      order by r.kind, o.number limit 100`.execute(db)
    return rows
  },

  async numbered({ db, scope }: Reader, number: number): Promise<{ id: string; title: string } | undefined> {
    return db
      .selectFrom('work_order')
      .select(['id', 'title'])
      .where('company_id', '=', scope.companyId)
      .where('number', '=', String(number))
      .executeTakeFirst()
  },

  /** @returns whether anything changed */
  async relate(
    { db, scope }: Reader,
    orderId: string,
    kind: string,
    otherId: string,
    related: boolean,
  ): Promise<boolean> {
    const { rows } = related
      ? await sql`insert into work_order_relation (company_id, order_id, kind, other_id)
          values (${scope.companyId}, ${orderId}, ${kind}, ${otherId}) on conflict do nothing returning 1`.execute(
          db,
        )
      : await sql`delete from work_order_relation where company_id = ${scope.companyId} and order_id = ${orderId}
          and kind = ${kind} and other_id = ${otherId} returning 1`.execute(db)
    return rows.length > 0
  },

  async people(
    { db }: Reader,
    { search = '', personId }: { search?: string | undefined; personId?: string },
  ): Promise<OrderPerson[]> {
    const { rows } =
      await sql<OrderPerson>`select person_id as "personId", name, company_name as "companyName",
        open_orders as "openOrders" from work_order_people(${search}, ${personId ?? null}::bigint, 50)`.execute(
        db,
      )
    return rows
  },
}

const values = ({ contactName, contactPhone, contactEmail, type: _type, tags, ...order }: NewOrder) => ({
  ...order,
  tags: [...tags],
  contact_name: contactName,
  contact_phone: contactPhone,
  contact_email: contactEmail,
})

export interface Warning {
  readonly clock: OrderClock
  readonly percent: number
  readonly at: string
}
