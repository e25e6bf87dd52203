import type { InputOf, orderCarrierApi, OutputOf, workOrderApi } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type CarrierShown = NonNullable<OutputOf<typeof workOrderApi.getOrder>['carrier']>
export type CarrierInput = Omit<InputOf<typeof orderCarrierApi.setOrderCarrier>, 'orderId' | 'version'>

const shown = sql`isp, isp_name as "ispName", ticket, reported_at as "reportedAt", promised_at as "promisedAt",
  restored_at as "restoredAt", compensation::float8 as compensation, note`

export const carrierRepo = {
  async find(
    { db }: Pick<Reader, 'db'>,
    { id, companyId }: { id: string; companyId: string },
  ): Promise<CarrierShown | null> {
    const { rows } =
      await sql<CarrierShown>`select ${shown} from work_order_carrier where company_id = ${companyId} and order_id = ${id}`.execute(
        db,
      )
    return rows[0] ?? null
  },

  /** Of orders that the caller has read. */
  async ofOrders(
    { db }: Pick<Reader, 'db'>,
    orders: readonly { id: string; companyId: string }[],
  ): Promise<ReadonlyMap<string, CarrierShown>> {
    if (orders.length === 0) return new Map()
    const { rows } = await sql<CarrierShown & { orderId: string }>`select c.order_id as "orderId", ${shown}
      from work_order_carrier c join unnest(${orders.map(({ companyId }) => companyId)}::bigint[],
        ${orders.map(({ id }) => id)}::bigint[]) o (company_id, id) on o.company_id = c.company_id and o.id = c.order_id`.execute(
      db,
    )
    return new Map(rows.map(({ orderId, ...carrier }) => [orderId, carrier]))
  },

  async save({ db, scope }: Reader, orderId: string, given: CarrierInput): Promise<void> {
    const row = {
      isp: given.isp,
      isp_name: given.isp === 'other' ? given.ispName : '',
      ticket: given.ticket,
      reported_at: given.reportedAt,
      promised_at: given.promisedAt,
      restored_at: given.restoredAt,
      compensation: given.compensation === null ? null : String(given.compensation),
      note: given.note,
    }
    await db
      .insertInto('work_order_carrier')
      .values({ company_id: scope.companyId, order_id: orderId, ...row })
      .onConflict((conflict) => conflict.columns(['company_id', 'order_id']).doUpdateSet(row))
      .execute()
  },

  /** Reports promises that have passed. */
  async chase(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select work_order_chase($1) as n', [most])
    return row!.n
  },
}
