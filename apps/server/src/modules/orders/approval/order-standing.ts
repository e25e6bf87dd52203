import type { ApprovalStanding } from '@netward/contract/approval-values'
import type { RequestContext } from '../../../platform/http/context.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { approvalStanding } from '../../approvals/index.ts'
import type { FullOrder } from '../order.repo.ts'

/** Whether a change may be carried out; other orders always may. */
export async function standingOf(
  ctx: Pick<RequestContext, 'db'>,
  { id, companyId, type, amount, risk }: FullOrder,
): Promise<ApprovalStanding> {
  if (type !== 'change') return 'free'
  return approvalStanding(ctx, companyId, { kind: 'change_order', id, amount, risk })
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
