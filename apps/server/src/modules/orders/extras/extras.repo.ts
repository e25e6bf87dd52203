import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Writer = Pick<RequestContext, 'db' | 'scope'>

/** What only some types of orders have. */
export interface OrderExtras {
  readonly risk: 'low' | 'medium' | 'high' | null
  readonly amount: number | null
}

export const shownExtras = sql`o.risk, o.amount::float8 as amount, jsonb_build_object('beyond', o.beyond_package,
  'price', o.price) as cost`

export const extrasRepo = {
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
