import type { companyMoveApi, ErrorCode, InputOf, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingField } from '../../platform/http/wrong-field.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { moveRepo } from './move.repo.ts'

/** Maximum move targets returned at once; a search narrows. */
const maxTargets = 50

/** Errors of the target, not of the company. */
const ofParent: readonly ErrorCode[] = [
  'company.parent_not_found',
  'company.parent_cannot_hold',
  'company.parent_not_active',
  'company.move_cycle',
  'company.move_same',
]

export async function previewMove(
  ctx: RequestContext,
  { companyId, parentId }: InputOf<typeof companyMoveApi.previewMove>,
): Promise<OutputOf<typeof companyMoveApi.previewMove>> {
  return namingParent(ctx, () => moveRepo.preview(ctx, companyId, parentId ?? null))
}

export function moveTargets(
  ctx: RequestContext,
  { companyId, search }: InputOf<typeof companyMoveApi.moveTargets>,
): Promise<OutputOf<typeof companyMoveApi.moveTargets>> {
  return moveRepo.targets(ctx, companyId, search, maxTargets)
}

/** Rights change at once; the devices' MSP index entries follow by a job. */
export async function moveCompany(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof companyMoveApi.moveCompany>,
): Promise<OutputOf<typeof companyMoveApi.moveCompany>> {
  const { companyId, parentId, reason } = input
  const before = await namingParent(ctx, () => moveRepo.preview(ctx, companyId, parentId))
  const moveId = await namingParent(ctx, () => moveRepo.move(ctx, input))
  const after = await moveRepo.preview(ctx, companyId, null)
  const params = { companyName: before.name, fromName: before.parentName, toName: after.parentName, reason }
  for (const notified of new Set([companyId, before.parentId, parentId]))
    await notifyAdministrators(deps, ctx.db, notified, { kind: 'company_moved', params })
  await ctx.enqueue('company.move', {}, { key: 'company.move' })
  return { moveId }
}

/** The job changes each company's parent in a transaction of its own. */
export async function moveCustomers(
  ctx: RequestContext,
  input: InputOf<typeof companyMoveApi.moveCustomers>,
): Promise<OutputOf<typeof companyMoveApi.moveCustomers>> {
  const before = await namingParent(ctx, () => moveRepo.preview(ctx, input.companyId, input.parentId))
  const companies = await namingParent(ctx, () => moveRepo.moveCustomers(ctx, input))
  await ctx.audit({
    action: 'company.customers_moved',
    subjectKind: 'company',
    subjectId: input.companyId,
    detail: { name: before.name, companies, parentId: input.parentId, reason: input.reason },
  })
  await ctx.emit('company.changed', input.companyId)
  await ctx.enqueue('company.move', {}, { key: 'company.move' })
  return { companies }
}

function namingParent<T>(ctx: RequestContext, work: () => Promise<T>): Promise<T> {
  return namingField(ctx, 'parentId', ofParent, work)
}
