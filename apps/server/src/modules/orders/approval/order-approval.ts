import type { InputOf, workOrderApi } from '@netward/contract'
import { AppError } from '../../../platform/errors.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { askApproval } from '../../approvals/index.ts'
import { changing, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { standingOf } from './order-standing.ts'

export async function askOrderApproval(
  ctx: SeveralTransactions,
  { orderId, version, note }: InputOf<typeof workOrderApi.askOrderApproval>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    if (order.state === 'closed' || order.state === 'cancelled') throw new AppError('work_order.over')
    if ((await standingOf(inside, order)) === 'free') throw new AppError('approval.not_needed')
    const { id, amount, risk } = order
    const asked = await askApproval(
      inside,
      { kind: 'change_order', id, amount, risk },
      { title: named(order), note },
    )
    if (asked === null) throw new AppError('approval.not_needed')
    await orderRepo.note(inside, orderId, 'approval_asked', note === '' ? {} : { note })
    await inside.audit({
      action: 'work_order.approval_asked',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), amount, risk, note },
    })
    return {}
  })
}
