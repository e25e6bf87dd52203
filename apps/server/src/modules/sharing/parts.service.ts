import type { InputOf, OutputOf, sharingApi, sharingWorkApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingField } from '../../platform/http/wrong-field.ts'
import { sharedPartRepo } from './shared-part.repo.ts'

type Api = typeof sharingWorkApi

export async function pageSharedStock(
  ctx: RequestContext,
  query: InputOf<Api['pageSharedStock']>,
): Promise<OutputOf<Api['pageSharedStock']>> {
  const { items, total } = await sharedPartRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function sharedPartsOfOrder(
  ctx: RequestContext,
  { orderId }: InputOf<Api['sharedPartsOfOrder']>,
): Promise<OutputOf<Api['sharedPartsOfOrder']>> {
  await orderInSight(ctx, orderId)
  return sharedPartRepo.ofOrder(ctx, orderId)
}

export async function reserveShared(
  ctx: RequestContext,
  input: InputOf<Api['reserveShared']>,
): Promise<OutputOf<Api['reserveShared']>> {
  const { number } = await orderInSight(ctx, input.orderId)
  const reserved = await namingField(ctx, 'quantity', ['part.not_enough'], () =>
    sharedPartRepo.reserve(ctx, input),
  )
  await noted(ctx, 'reserved', input.orderId, { name: `#${number}`, pieces: reserved })
  return { reserved }
}

export async function setSharedUsed(
  ctx: RequestContext,
  { orderId, partId, used }: InputOf<Api['setSharedUsed']>,
): Promise<null> {
  const part = await partOf(ctx, orderId, partId)
  if (part.used === used) return null
  await namingField(ctx, 'used', ['part.used_too_many'], () => sharedPartRepo.use(ctx, partId, used))
  await noted(ctx, 'used_set', orderId, {
    name: part.model || part.companyName,
    before: { used: part.used },
    after: { used },
  })
  return null
}

export async function freeShared(
  ctx: RequestContext,
  { orderId, partId }: InputOf<Api['freeShared']>,
): Promise<null> {
  const part = await partOf(ctx, orderId, partId)
  await sharedPartRepo.use(ctx, partId, null)
  await noted(ctx, 'freed', orderId, { name: part.model || part.companyName, pieces: part.quantity })
  return null
}

/** By the owner of the stock. */
export async function settleSharedReservation(
  ctx: RequestContext,
  { keyId, reservationId, act }: InputOf<(typeof sharingApi)['settleSharedReservation']>,
): Promise<null> {
  await sharedPartRepo.settle(ctx, keyId, reservationId, act)
  await ctx.audit({
    action: 'sharing_key.settled',
    subjectKind: 'sharing_key',
    subjectId: keyId,
    detail: { act },
  })
  return null
}

async function orderInSight(ctx: RequestContext, orderId: string): Promise<{ number: number }> {
  const order = await sharedPartRepo.order(ctx, orderId)
  if (order === undefined) throw new AppError('work_order.not_found')
  return order
}

async function partOf(ctx: RequestContext, orderId: string, partId: string) {
  const part = (await sharedPartRepo.ofOrder(ctx, orderId)).find(({ id }) => id === partId)
  if (part === undefined) throw new AppError('part.reservation_not_found')
  return part
}

async function noted(
  ctx: RequestContext,
  act: 'reserved' | 'used_set' | 'freed',
  orderId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `sharing.${act}`, subjectKind: 'work_order', subjectId: orderId, detail })
}
