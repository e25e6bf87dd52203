import type { OutputOf, workOrderApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Writer = Pick<RequestContext, 'db' | 'scope'>

/** What only some types of orders have. */
export interface OrderExtras {
  readonly risk: 'low' | 'medium' | 'high' | null
  readonly amount: number | null
}

export const shownExtras = sql`o.risk, o.amount::float8 as amount`

export interface OrderTerminal {
  readonly id: string
  readonly deviceName: string
  readonly personName: string
  readonly state: OutputOf<typeof workOrderApi.getOrder>['terminals'][number]['state']
  readonly createdAt: string
  readonly endedAt: string | null
}

export const extrasRepo = {
  /** Without what they say: their reason and address are shown by their own list, to those who may see it. */
  async terminals(
    { db }: Pick<Writer, 'db'>,
    { id, companyId }: { id: string; companyId: string },
  ): Promise<OrderTerminal[]> {
    const { rows } =
      await sql<OrderTerminal>`select id, device_name as "deviceName", person_name as "personName", state,
        created_at as "createdAt", ended_at as "endedAt" from terminal_session
      where company_id = ${companyId} and order_id = ${id} order by id desc limit 50`.execute(db)
    return rows
  },

  /** Of the order just made or changed. */
  async set(
    { db, scope }: Writer,
    orderId: string,
    type: string,
    { risk, amount }: OrderExtras,
  ): Promise<void> {
    const isChange = type === 'change'
    await db
      .updateTable('work_order')
      .set({
        risk: isChange ? risk : null,
        amount: isChange && amount !== null ? String(amount) : null,
      })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', orderId)
      .execute()
  },
}
