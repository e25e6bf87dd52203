import type { InputOf, workOrderApi } from '@netward/contract'
import type { ApprovalStanding } from '@netward/contract/approval-values'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { approvalStanding, askApproval } from '../../approvals/index.ts'
import { changing, named } from '../order-change.ts'
import { type FullOrder, orderRepo } from '../order.repo.ts'

/** Whether a change may be carried out; other orders always may. */
export async function standingOf(
  ctx: Pick<RequestContext, 'db'>,
  { id, companyId, type, amount, risk }: FullOrder,
): Promise<ApprovalStanding> {
  if (type !== 'change') return 'free'
  return approvalStanding(ctx, companyId, { kind: 'change_order', id, amount, risk })
}

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
    return {}
  })
}

/** What is being decided does not change meanwhile. */
export async function refuseWhilePending(
  inside: RequestContext,
  order: FullOrder,
  input: Pick<FullOrder, 'type' | 'amount' | 'risk'>,
): Promise<void> {
  const field = (['type', 'risk', 'amount'] as const).find((name) => order[name] !== input[name])
  if (field !== undefined && (await standingOf(inside, order)) === 'pending')
    throw wrongField(inside, 'approval.pending', field)
}
