import type { InputOf, orderCarrierApi } from '@netward/contract'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { changing, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { carrierRepo } from './carrier.repo.ts'

/** Also of an order that has ended: compensation comes late. */
export async function setOrderCarrier(
  ctx: SeveralTransactions,
  { orderId, version, ...given }: InputOf<typeof orderCarrierApi.setOrderCarrier>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    if (order.type !== 'carrier_fault') throw new AppError('work_order.not_carrier')
    const { reportedAt, restoredAt } = given
    if (reportedAt !== null && restoredAt !== null && Date.parse(restoredAt) < Date.parse(reportedAt))
      throw wrongField(inside, 'work_order.restored_early', 'restoredAt')
    const before = await carrierRepo.find(inside, order)
    await carrierRepo.save(inside, orderId, given)
    const changed = before === null ? { after: given } : changedFields(before, given)
    if (changed === null) return {}
    await orderRepo.note(inside, orderId, 'carrier_set', { note: given.ticket })
    await inside.audit({
      action: 'work_order.carrier_set',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), ...changed },
    })
    return {}
  })
}
