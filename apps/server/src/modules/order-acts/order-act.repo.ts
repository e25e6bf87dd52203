import type { OrderActKind, OrderTestPhase } from '@netward/contract/order-act-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'

export interface OrderAct {
  readonly kind: OrderActKind
  /** Of a command its kind, of a test what it measures. */
  readonly what?: string
  readonly refId?: string
  readonly deviceId?: string
  readonly lineId?: string
  /** Of the device, the line, the campaign or the template. */
  readonly name: string
  readonly reason?: string | undefined
  /** Of a test. */
  readonly phase?: OrderTestPhase
}

/**
 * Lists an act of the company acted in with the open work order that it is for; nothing without one. In the transaction of the
 * act. @throws AppError of the field `orderId`
 */
export async function noteForOrder(
  inside: RequestContext,
  orderId: string | undefined,
  { kind, what, refId, deviceId, lineId, name, reason, phase }: OrderAct,
): Promise<void> {
  if (orderId === undefined) return
  const { rows } = await sql<{ outletId: string | null }>`
    with noted as (
      insert into work_order_act (company_id, order_id, kind, what, ref_id, device_id, line_id, name, reason, phase, actor_name)
      select o.company_id, o.id, ${kind}, ${what ?? ''}, ${refId ?? null}::bigint, ${deviceId ?? null}::bigint,
        ${lineId ?? null}::bigint, ${name}, ${reason ?? ''}, ${phase ?? null}::text, ${inside.scope.actorName}
      from work_order o where o.company_id = ${inside.scope.companyId}::bigint and o.id = ${orderId}::bigint and o.open
      returning order_id
    )
    select o.outlet_id::text as "outletId" from noted n join work_order o
      on o.company_id = ${inside.scope.companyId}::bigint and o.id = n.order_id`.execute(inside.db)
  const [order] = rows
  if (order === undefined)
    throw wrongField(inside, 'work_order.not_found', phase === undefined ? 'orderId' : 'forOrder.orderId')
  await inside.emit('work_order.changed', order.outletId, { orderId })
}
