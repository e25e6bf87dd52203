import type { approvalApi, InputOf, OutputOf } from '@netward/contract'
import type { ApprovalShown } from '@netward/contract/approval-schemas'
import { type ApprovalKind, type ApprovalStanding, mostDeputyDays } from '@netward/contract/approval-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { approvalRepo, type ApprovalSubject } from './approval.repo.ts'

type Api = typeof approvalApi

const dayMs = 86_400_000

/** Whether a subject of a company that the caller sees may go on. */
export const approvalStanding = (
  ctx: Pick<RequestContext, 'db'>,
  companyId: string,
  subject: ApprovalSubject,
): Promise<ApprovalStanding> => approvalRepo.standing(ctx, companyId, subject)

/** Whether a policy applies to one more request of a kind, whatever was approved before. */
export const approvalApplies = (
  ctx: Pick<RequestContext, 'db'>,
  companyId: string,
  subject: Pick<ApprovalSubject, 'kind' | 'amount' | 'risk'>,
): Promise<boolean> => approvalRepo.applies(ctx, companyId, subject)

/** The last approval of a subject that the caller has read. */
export const approvalOf = (
  ctx: Pick<RequestContext, 'db'>,
  companyId: string,
  kind: ApprovalKind,
  subjectId: string,
): Promise<ApprovalShown | null> => approvalRepo.ofSubject(ctx, companyId, kind, subjectId)

/** Its subject, in the company acted in, has ended or is another now. */
export const dropApproval = (
  ctx: Pick<RequestContext, 'db'>,
  kind: ApprovalKind,
  id: string,
): Promise<void> => approvalRepo.drop(ctx, kind, id)

/**
 * Asks for approval of a subject of the company acted in, which the caller has locked, may change, and audits. `ownPeople`: the
 * company's own people decide too, whatever the policy. @returns its id; null if no policy applies
 */
export function askApproval(
  ctx: Pick<RequestContext, 'db'>,
  subject: ApprovalSubject,
  { title, note = '', ownPeople = false }: { title: string; note?: string; ownPeople?: boolean },
): Promise<string | null> {
  return approvalRepo.ask(ctx, subject, { title, note, ownPeople })
}

export async function getApproval(
  ctx: RequestContext,
  { approvalId }: InputOf<Api['getApproval']>,
): Promise<OutputOf<Api['getApproval']>> {
  const found = await approvalRepo.read(ctx, approvalId)
  if (!found) throw new AppError('approval.not_found')
  return found
}

export async function decideApproval(
  ctx: RequestContext,
  { approvalId, step, approve, note }: InputOf<Api['decideApproval']>,
): Promise<OutputOf<Api['decideApproval']>> {
  const { state, title } = await approvalRepo.decide(ctx, { id: approvalId, step, approve, note })
  await ctx.audit({
    action: 'approval.decided',
    subjectKind: 'approval',
    subjectId: approvalId,
    detail: { name: title, step, approve, note },
  })
  return { state }
}

/** Decides what waits of a subject, for those who have its page open: as by the approval itself. */
export async function decideFor(
  ctx: RequestContext,
  kind: ApprovalKind,
  subjectId: string,
  approve: boolean,
): Promise<ApprovalShown['state']> {
  const found = await approvalRepo.ofSubject(ctx, ctx.scope.companyId, kind, subjectId)
  if (found?.state !== 'pending') throw new AppError('approval.over')
  const { state } = await decideApproval(ctx, { approvalId: found.id, step: found.step, approve, note: '' })
  return state
}

export async function withdrawApproval(
  ctx: RequestContext,
  { approvalId }: InputOf<Api['withdrawApproval']>,
): Promise<null> {
  const name = await approvalRepo.withdraw(ctx, approvalId)
  await ctx.audit({
    action: 'approval.withdrawn',
    subjectKind: 'approval',
    subjectId: approvalId,
    detail: { name },
  })
  return null
}

export async function getDeputy(ctx: RequestContext): Promise<OutputOf<Api['getDeputy']>> {
  return { deputy: await approvalRepo.deputy(ctx) }
}

export async function deputyChoices(
  ctx: RequestContext,
  { search }: InputOf<Api['deputyChoices']>,
): Promise<OutputOf<Api['deputyChoices']>> {
  return approvalRepo.deputyChoices(ctx, { search })
}

export async function setDeputy(ctx: RequestContext, { deputy }: InputOf<Api['setDeputy']>): Promise<null> {
  if (deputy !== null) {
    const length = Date.parse(deputy.until) - Date.parse(deputy.from)
    if (length <= 0) throw wrongField(ctx, 'deputy.dates_swapped', 'deputy.until')
    if (length > mostDeputyDays * dayMs)
      throw wrongField(ctx, 'deputy.too_long', 'deputy.until', { most: mostDeputyDays })
    const [person] = await approvalRepo.deputyChoices(ctx, { personId: deputy.personId })
    if (!person) throw wrongField(ctx, 'deputy.not_found', 'deputy.personId')
  }
  const before = await approvalRepo.deputy(ctx)
  await approvalRepo.setDeputy(ctx, deputy)
  await ctx.audit({
    action: 'approval_deputy.set',
    subjectKind: 'approval_deputy',
    detail: { before, after: deputy },
  })
  await ctx.emit('approval.changed', null)
  return null
}
