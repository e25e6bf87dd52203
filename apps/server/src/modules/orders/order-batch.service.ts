import type { FailedItem, InputOf, OutputOf, workOrderApi } from '@netward/contract'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import { errorText } from '../../platform/http/error-text.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { moveOrder } from './order-acts.service.ts'
import { orderRepo } from './order.repo.ts'

/** Several orders, each in a transaction and in the company of its own: one refusal undoes nothing elsewhere. */
export async function moveOrders(
  ctx: SeveralTransactions,
  { orders, move }: InputOf<typeof workOrderApi.moveOrders>,
): Promise<OutputOf<typeof workOrderApi.moveOrders>> {
  const wanted = new Map(orders.map((one) => [one.orderId, one]))
  const names = await ctx.inTransaction(null, (outside) => orderRepo.names(outside, [...wanted.keys()]))
  const failed: FailedItem[] = []
  for (const one of wanted.values())
    try {
      await moveOrder(ctx, { ...one, move })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const ip = names.get(one.orderId) ?? one.orderId
      failed.push({ ip, reason: errorText(error, ctx.language), id: one.orderId })
    }
  return batchOutcome('orders', wanted.size - failed.length, failed)
}
