import type { InputOf, openingApi, OutputOf } from '@netward/contract'
import { capped } from '../../../platform/db/capped-count.ts'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { openingSiteRepo } from './opening-site.repo.ts'
import { openingRepo } from './opening.repo.ts'

export async function pageOpenings(
  ctx: RequestContext,
  query: InputOf<typeof openingApi.pageOpenings>,
): Promise<OutputOf<typeof openingApi.pageOpenings>> {
  const { items, total } = await openingRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getOpening(
  ctx: RequestContext,
  { openingId }: InputOf<typeof openingApi.getOpening>,
): Promise<OutputOf<typeof openingApi.getOpening>> {
  const found = await openingRepo.find(ctx, openingId)
  if (found === undefined) throw new AppError('opening.not_found')
  return found
}

export async function addOpening(
  ctx: RequestContext,
  input: InputOf<typeof openingApi.addOpening>,
): Promise<{ id: string }> {
  const id = await openingRepo.insert(ctx, input)
  await ctx.audit({
    action: 'opening.added',
    subjectKind: 'opening',
    subjectId: id,
    detail: { name: input.name, after: input },
  })
  await announceOpening(ctx, id)
  return { id }
}

export async function editOpening(
  ctx: SeveralTransactions,
  { openingId, ...input }: InputOf<typeof openingApi.editOpening>,
): Promise<null> {
  return inOpening(ctx, openingId, async (inside, before) => {
    const changed = changedFields(before, input)
    if (changed === null) return null
    await openingRepo.edit(inside, openingId, input)
    await inside.audit({
      action: 'opening.edited',
      subjectKind: 'opening',
      subjectId: openingId,
      detail: { name: input.name, ...changed },
    })
    await announceOpening(inside, openingId)
    return null
  })
}

export async function deleteOpening(
  ctx: SeveralTransactions,
  { openingId }: InputOf<typeof openingApi.deleteOpening>,
): Promise<null> {
  return inOpening(ctx, openingId, async (inside, { name }) => {
    if ((await openingSiteRepo.count(inside, openingId, 'order')) > 0)
      throw new AppError('opening.has_orders')
    await openingRepo.delete(inside, openingId)
    await inside.audit({
      action: 'opening.deleted',
      subjectKind: 'opening',
      subjectId: openingId,
      detail: { name },
    })
    await announceOpening(inside, openingId)
    return null
  })
}

export async function makeOpeningOrders(
  ctx: SeveralTransactions,
  { openingId }: InputOf<typeof openingApi.makeOpeningOrders>,
): Promise<{ waiting: number }> {
  return inOpening(ctx, openingId, async (inside, { name }) => {
    const waiting = await openingSiteRepo.count(inside, openingId, 'no_order')
    if (waiting === 0) throw new AppError('opening.orders_made')
    await openingRepo.edit(inside, openingId, { orders_by: inside.scope.actorName })
    await inside.enqueue('opening.orders', { openingId }, { key: `opening.orders:${openingId}` })
    await inside.audit({
      action: 'opening.orders_asked',
      subjectKind: 'opening',
      subjectId: openingId,
      detail: { name, orders: waiting },
    })
    return { waiting }
  })
}

export const announceOpening = (inside: RequestContext, openingId: string) =>
  inside.emit('opening.changed', null, { openingId })

/** Acts in the company of a project, which is locked. */
export function inOpening<T>(
  ctx: SeveralTransactions,
  openingId: string,
  work: (inside: RequestContext, opening: { name: string; note: string }) => Promise<T>,
): Promise<T> {
  const owner = (outside: RequestContext) => openingRepo.owner(outside, openingId)
  return inSubjectCompany(ctx, { owner, missing: 'opening.not_found' }, async (inside) => {
    const opening = await openingRepo.lock(inside, openingId)
    if (opening === undefined) throw new AppError('opening.not_found')
    return work(inside, opening)
  })
}
