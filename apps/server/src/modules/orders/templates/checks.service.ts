import type { InputOf, workOrderApi } from '@netward/contract'
import { AppError } from '../../../platform/errors.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { announce, locked, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { checkRepo } from './check.repo.ts'

/** Two people tick different points at once: the version of the order does not count. */
export async function tickOrderCheck(
  ctx: SeveralTransactions,
  { orderId, checkId, done }: InputOf<typeof workOrderApi.tickOrderCheck>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.state === 'closed' || order.state === 'cancelled') throw new AppError('work_order.over')
    const text = await checkRepo.tick(inside, orderId, checkId, done)
    if (text === undefined) throw new AppError('work_order.check_not_found')
    if (text === null) return null
    await orderRepo.note(inside, orderId, done ? 'checked' : 'unchecked', { name: text })
    await inside.audit({
      action: 'work_order.checked',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), point: text, done },
    })
    await announce(inside, order)
    return null
  })
}
