import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { reckon } from './deadlines.ts'
import { type FullOrder, orderRepo } from './order.repo.ts'
import { orderSubject } from './orders.service.ts'

interface Changing {
  readonly orderId: string
  readonly version: number
  /** Refuses with more than that the order has changed. */
  readonly late?: ((inside: RequestContext, order: FullOrder) => void) | undefined
}

/** An act on the order as the person saw it. */
export async function changing<T>(
  ctx: SeveralTransactions,
  { orderId, version, late }: Changing,
  work: (inside: RequestContext, order: FullOrder) => Promise<T>,
): Promise<T & { version: number }> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    late?.(inside, order)
    if (order.version !== version) throw new AppError('work_order.changed')
    const result = await work(inside, order)
    await reckon(inside, orderId)
    await announce(inside, order)
    return { ...result, version: version + 1 }
  })
}

export async function locked(inside: RequestContext, orderId: string): Promise<FullOrder> {
  const order = await orderRepo.lock(inside, orderId)
  if (!order) throw new AppError('work_order.not_found')
  return order
}

export const announce = (inside: RequestContext, { id, outletId }: FullOrder) =>
  inside.emit('work_order.changed', outletId, { orderId: id })

export const named = ({ number, title }: FullOrder) => `#${number} ${title}`
