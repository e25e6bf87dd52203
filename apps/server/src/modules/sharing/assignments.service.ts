import type { InputOf, OutputOf, sharingWorkApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { assignmentRepo } from './assignment.repo.ts'

type Api = typeof sharingWorkApi

export async function pageAssignments(
  ctx: RequestContext,
  query: InputOf<Api['pageAssignments']>,
): Promise<OutputOf<Api['pageAssignments']>> {
  const { items, total } = await assignmentRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getAssignment(
  ctx: RequestContext,
  { assignmentId }: InputOf<Api['getAssignment']>,
): Promise<OutputOf<Api['getAssignment']>> {
  const found = await assignmentRepo.find(ctx, assignmentId)
  if (found === undefined) throw new AppError('sharing.assignment_not_found')
  return { ...found, history: await assignmentRepo.history(ctx, assignmentId) }
}

/** The database writes it into the order of the other company, if the key allows it. */
export async function moveAssignment(
  ctx: RequestContext,
  input: InputOf<Api['moveAssignment']>,
): Promise<OutputOf<Api['moveAssignment']>> {
  const before = await assignmentRepo.find(ctx, input.assignmentId)
  if (before === undefined) throw new AppError('sharing.assignment_not_found')
  const state = await assignmentRepo.move(ctx, input)
  await ctx.audit({
    action: 'sharing.moved',
    subjectKind: 'sharing',
    subjectId: input.assignmentId,
    detail: {
      name: `#${before.orderNumber} ${before.title}`,
      company: before.companyName,
      act: input.move,
      before: { state: before.state },
      after: { state, note: input.note },
    },
  })
  return { state }
}
