import type { InputOf, openingApi } from '@netward/contract'
import { type OpeningStep, openingSteps } from '@netward/contract/opening-values'
import type { OrderState } from '@netward/contract/states/work-order'
import { sql } from 'kysely'
import { countCap } from '../../../platform/db/capped-count.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { late } from './opening.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof openingApi.pageOpeningSites>

export interface SiteRow {
  readonly id: string
  readonly openingId: string
  readonly outletId: string
  readonly outletName: string
  readonly outletCode: string
  readonly region: string
  readonly plannedOn: string
  readonly late: boolean
  readonly orderId: string | null
  readonly orderNumber: number | null
  readonly orderState: OrderState | null
  readonly assigneeName: string | null
  readonly steps: Record<OpeningStep, { at: string; by: string } | null>
}

export interface SiteSheet extends SiteRow {
  readonly companyId: string
  readonly companyName: string
  readonly openingName: string
  readonly address: string
  readonly tested: boolean
  readonly linkTest: readonly {
    readonly line: string
    readonly state: 'up' | 'down' | 'blind' | 'unmeasured'
    readonly loss: number | null
    readonly rtt: number | null
    readonly jitter: number | null
    readonly at: string | null
    readonly by: 'probe' | 'server' | 'gateway' | null
  }[]
}

interface SiteDevice {
  readonly name: string
  readonly type: string
  readonly model: string
  readonly serialNumber: string
  readonly presence: 'online' | 'overdue' | 'offline' | 'unknown'
}

const at = (step: OpeningStep) => sql.ref(`s.${step}_at`)

const shown = sql`s.id, s.opening_id as "openingId", s.outlet_id as "outletId", u.name as "outletName", u.code as "outletCode",
  u.region, s.planned_on::text as "plannedOn", ${late} as late, s.order_id as "orderId", k.number::int as "orderNumber",
  k.state as "orderState", k.assignee_name as "assigneeName",
  json_build_object(${sql.join(
    openingSteps.map(
      (step) => sql`${sql.lit(step)}, case when ${at(step)} is not null then
        json_build_object('at', ${at(step)}, 'by', ${sql.ref(`s.${step}_by`)}) end`,
    ),
  )}) as steps`
const source = sql`opening_site s join outlet u on u.company_id = s.company_id and u.id = s.outlet_id
  left join work_order k on k.company_id = s.company_id and k.id = s.order_id`
const detail = sql`${shown}, s.company_id as "companyId", visible_company_name(s.company_id) as "companyName",
  o.name as "openingName", u.address, s.tested_at is not null as tested, s.link_test as "linkTest"`
const whole = sql`${source} join opening o on o.company_id = s.company_id and o.id = s.opening_id`

export const openingSiteRepo = {
  async page(
    { db }: Reader,
    { openingId, search = '', waitsFor, late: onlyLate, sort, page, pageSize }: Query,
  ): Promise<{ items: SiteRow[]; total: number }> {
    const where = sql.join(
      [
        sql`s.opening_id = ${openingId}`,
        ...(search === '' ? [] : [sql`u.search like search_pattern(${search})`]),
        ...(onlyLate === undefined ? [] : [late]),
        ...(waitsFor === undefined
          ? []
          : [
              sql`${at(waitsFor)} is null`,
              ...openingSteps
                .slice(0, openingSteps.indexOf(waitsFor))
                .map((step) => sql`${at(step)} is not null`),
            ]),
      ],
      sql` and `,
    )
    // Sites that are not accepted stand before those that are: the late ones first.
    const order =
      sort === 'plannedOn'
        ? sql`(s.accepted_at is not null), s.planned_on, s.id`
        : sql`(s.accepted_at is not null) desc, s.planned_on desc, s.id desc`
    const { rows: items } = await sql<SiteRow>`select ${shown} from ${source} where ${where} order by ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from ${source} where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]?.n ?? 0 }
  },

  async find(
    { db }: Pick<Reader, 'db'>,
    by: { id: string } | { orderId: string },
  ): Promise<SiteSheet | undefined> {
    const where = 'id' in by ? sql`s.id = ${by.id}` : sql`s.order_id = ${by.orderId}`
    const { rows } = await sql<SiteSheet>`select ${detail} from ${whole} where ${where}`.execute(db)
    return rows[0]
  },

  async devices({ db }: Pick<Reader, 'db'>, { companyId, outletId }: SiteSheet): Promise<SiteDevice[]> {
    const { rows } = await sql<SiteDevice>`select d.name, d.type, d.model_name as model,
        d.serial_number as "serialNumber", d.presence from device d
      where d.company_id = ${companyId} and d.outlet_id = ${outletId} and d.state = 'claimed'
      order by d.type = 'smart_cpe' desc, d.type, d.name, d.id limit 200`.execute(db)
    return rows
  },

  async linkTest(
    { db }: Pick<Reader, 'db'>,
    { companyId, outletId }: SiteSheet,
  ): Promise<SiteSheet['linkTest']> {
    const { rows } = await sql<{ found: SiteSheet['linkTest'] }>`
      select outlet_link_test(${companyId}::bigint, ${outletId}::bigint) as found`.execute(db)
    return rows[0]?.found ?? []
  },

  /** Of the company acted in. */
  async lock({ db, scope }: Reader, openingId: string, ids: readonly string[]): Promise<SiteSheet[]> {
    const { rows } = await sql<SiteSheet>`select ${detail} from ${whole}
      where s.company_id = ${scope.companyId} and s.opening_id = ${openingId} and s.id = any (${ids}::bigint[])
      order by s.id for update of s`.execute(db)
    return rows
  },

  async count(
    { db }: Pick<Reader, 'db'>,
    openingId: string,
    having: 'any' | 'order' | 'no_order',
  ): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from opening_site s
      where s.opening_id = ${openingId} and case ${having} when 'order' then s.order_id is not null
        when 'no_order' then s.order_id is null else true end`.execute(db)
    return rows[0]?.n ?? 0
  },

  async outletIds(
    { db, scope }: Reader,
    { ids, region }: { ids: readonly string[]; region: string | null },
  ): Promise<string[]> {
    const { rows } = await sql<{
      id: string
    }>`select u.id from outlet u where u.company_id = ${scope.companyId}
      and (u.id = any (${ids}::bigint[]) or u.region = ${region} or u.region like ${region === null ? null : `${region.replaceAll(/[\\%_]/g, '\\$&')}/%`})
      order by u.id limit 3000`.execute(db)
    return rows.map(({ id }) => id)
  },

  async planned(
    { db, scope }: Reader,
    openingId: string,
  ): Promise<Map<string, { plannedOn: string; accepted: boolean }>> {
    const { rows } = await sql<{
      outletId: string
      plannedOn: string
      accepted: boolean
    }>`select s.outlet_id as "outletId",
        s.planned_on::text as "plannedOn", s.accepted_at is not null as accepted from opening_site s
      where s.company_id = ${scope.companyId} and s.opening_id = ${openingId}`.execute(db)
    return new Map(rows.map(({ outletId, ...site }) => [outletId, site]))
  },

  /** @returns how many are new */
  async insert(
    { db, scope }: Reader,
    openingId: string,
    sites: readonly { outletId: string; plannedOn: string }[],
  ): Promise<number> {
    const { rows } = await sql`insert into opening_site (company_id, opening_id, outlet_id, planned_on)
      select ${scope.companyId}::bigint, ${openingId}::bigint, x."outletId", x."plannedOn"
      from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as x ("outletId" bigint, "plannedOn" date)
      on conflict do nothing returning 1`.execute(db)
    return rows.length
  },

  async plan({ db, scope }: Reader, ids: readonly string[], plannedOn: string): Promise<void> {
    await sql`update opening_site set planned_on = ${plannedOn}::date
      where company_id = ${scope.companyId} and id = any (${ids}::bigint[])`.execute(db)
  },

  async planOutlet(
    { db, scope }: Reader,
    openingId: string,
    outletId: string,
    plannedOn: string,
  ): Promise<void> {
    await sql`update opening_site set planned_on = ${plannedOn}::date where company_id = ${scope.companyId}
      and opening_id = ${openingId} and outlet_id = ${outletId}`.execute(db)
  },

  async setStep(
    { db, scope }: Reader,
    ids: readonly string[],
    step: OpeningStep,
    done: boolean,
  ): Promise<void> {
    // Taken back by hand, the console may see it again.
    await sql`update opening_site set ${sql.ref(`${step}_at`)} = ${done ? sql`now()` : null},
        ${sql.ref(`${step}_by`)} = ${done ? scope.actorName : ''}
        ${step === 'tested' ? sql`, link_test = ${done ? sql`outlet_link_test(company_id, outlet_id)` : sql`'[]'::jsonb`}` : sql``}
      where company_id = ${scope.companyId} and id = any (${ids}::bigint[])`.execute(db)
  },

  async remove({ db, scope }: Reader, ids: readonly string[]): Promise<void> {
    await sql`delete from opening_site where company_id = ${scope.companyId} and id = any (${ids}::bigint[])`.execute(
      db,
    )
  },

  /** The next sites without an order, locked; other workers take others. */
  async unordered(
    { db, scope }: Reader,
    openingId: string,
    most: number,
  ): Promise<{ id: string; outletId: string; name: string; openingName: string; ordersBy: string }[]> {
    const { rows } = await sql<{
      id: string
      outletId: string
      name: string
      openingName: string
      ordersBy: string
    }>`select s.id, s.outlet_id as "outletId", u.name, o.name as "openingName", o.orders_by as "ordersBy"
      from ${whole} where s.company_id = ${scope.companyId} and s.opening_id = ${openingId} and s.order_id is null
      order by s.planned_on, s.id limit ${most} for update of s skip locked`.execute(db)
    return rows
  },

  async ordered({ db, scope }: Reader, id: string, orderId: string): Promise<void> {
    await sql`update opening_site set order_id = ${orderId} where company_id = ${scope.companyId} and id = ${id}`.execute(
      db,
    )
  },

  /** Steps that the console sees. @returns how many sites it looked at */
  async fill(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select opening_fill($1) as n', [most])
    return rows[0]?.n ?? 0
  },

  /** The end of the planned day at the outlet. */
  async due({ db, scope }: Reader, id: string): Promise<string> {
    const { rows } = await sql<{
      due: string
    }>`select (s.planned_on + 1)::timestamp at time zone u.time_zone as due
      from opening_site s join outlet u on u.company_id = s.company_id and u.id = s.outlet_id
      where s.company_id = ${scope.companyId} and s.id = ${id}`.execute(db)
    return rows[0]!.due
  },
}
