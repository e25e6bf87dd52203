import type { approvalApi, InputOf, OutputOf } from '@netward/contract'
import { amountOfKind, hasRisk, mostApprovalPolicies } from '@netward/contract/approval-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { type PolicyInput, policyRepo } from './policy.repo.ts'

const taken = { approval_policy_name: ['approval_policy.name_taken', 'name'] } as const

export async function pagePolicies(
  ctx: RequestContext,
  query: InputOf<typeof approvalApi.pagePolicies>,
): Promise<OutputOf<typeof approvalApi.pagePolicies>> {
  const { items, total } = await policyRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function policyChoices(
  ctx: RequestContext,
): Promise<OutputOf<typeof approvalApi.policyChoices>> {
  return {
    departments: await policyRepo.departments(ctx),
    roles: await policyRepo.roles(ctx),
    members: await policyRepo.members(ctx),
    hasCustomers: await policyRepo.hasCustomers(ctx),
  }
}

export async function addPolicy(
  ctx: RequestContext,
  input: InputOf<typeof approvalApi.addPolicy>,
): Promise<{ id: string }> {
  if ((await policyRepo.count(ctx)) >= mostApprovalPolicies) throw new AppError('approval_policy.too_many')
  const policy = await checked(ctx, input)
  const id = await namingConstraint(ctx, taken, () => policyRepo.insert(ctx, policy))
  await noted(ctx, 'added', id, { name: policy.name, after: policy })
  return { id }
}

export async function editPolicy(
  ctx: RequestContext,
  { policyId, ...input }: InputOf<typeof approvalApi.editPolicy>,
): Promise<null> {
  const { id: _id, editedAt: _at, editedBy: _by, ...before } = await locked(ctx, policyId)
  const policy = await checked(ctx, input)
  const changed = changedFields(before, policy)
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => policyRepo.update(ctx, policyId, policy))
  await noted(ctx, 'edited', policyId, { name: policy.name, ...changed })
  return null
}

export async function deletePolicy(ctx: RequestContext, { policyId }: { policyId: string }): Promise<null> {
  const { name } = await locked(ctx, policyId)
  await policyRepo.delete(ctx, policyId)
  await noted(ctx, 'deleted', policyId, { name })
  return null
}

async function locked(ctx: RequestContext, policyId: string) {
  const policy = await policyRepo.lock(ctx, policyId)
  if (!policy) throw new AppError('approval_policy.not_found')
  return policy
}

/** What the kind has no measure of does not limit it; a step names what the company has. */
async function checked(
  ctx: RequestContext,
  input: InputOf<typeof approvalApi.addPolicy>,
): Promise<PolicyInput> {
  const [departments, roles, members] = [
    await policyRepo.departments(ctx),
    await policyRepo.roles(ctx),
    await policyRepo.members(ctx),
  ]
  for (const [index, step] of input.steps.entries()) {
    const field = (name: string) => `steps.${index}.${name}`
    if (
      step.by === 'head' &&
      step.departmentId !== null &&
      !departments.some(({ id }) => id === step.departmentId)
    )
      throw wrongField(ctx, 'approval_policy.department_not_found', field('departmentId'))
    if (step.by === 'role' && !roles.some(({ role }) => role === step.role))
      throw wrongField(ctx, 'approval_policy.role_not_found', field('role'))
    if (
      step.by === 'person' &&
      !step.memberIds.every((memberId) => members.some(({ id }) => id === memberId))
    )
      throw wrongField(ctx, 'approval_policy.member_not_found', field('memberIds'))
  }
  return {
    ...input,
    fromAmount: amountOfKind[input.kind] === null ? null : input.fromAmount,
    fromRisk: hasRisk(input.kind) ? input.fromRisk : null,
  }
}

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `approval_policy.${act}`,
    subjectKind: 'approval_policy',
    subjectId: id,
    detail,
  })
  // Standings of open subjects follow.
  await ctx.emit('approval.changed', null)
}
