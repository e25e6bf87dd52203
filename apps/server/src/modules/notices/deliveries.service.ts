import type { InputOf, noticeApi, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { narrowTo } from '../identity/index.ts'
import { deliveryRepo } from './delivery.repo.ts'

const atOnce = 20
const mostCounted = 1000
/** The bell shows what these roles show, though everybody has one. */
const seesAlarms = 'DMS_SERVER_ALARM'

export async function pageDeliveries(
  ctx: RequestContext,
  query: InputOf<typeof noticeApi.pageDeliveries>,
): Promise<OutputOf<typeof noticeApi.pageDeliveries>> {
  const { items, total } = await deliveryRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function ownNotices(
  ctx: RequestContext,
  { before }: InputOf<typeof noticeApi.ownNotices>,
): Promise<OutputOf<typeof noticeApi.ownNotices>> {
  await narrowTo(ctx, seesAlarms)
  const found = await deliveryRepo.own(ctx, before ?? null, atOnce + 1)
  return {
    items: found.slice(0, atOnce),
    hasMore: found.length > atOnce,
    unread: await deliveryRepo.unread(ctx, mostCounted),
  }
}

export async function unreadNotices(ctx: RequestContext): Promise<OutputOf<typeof noticeApi.unreadNotices>> {
  await narrowTo(ctx, seesAlarms)
  return { unread: await deliveryRepo.unread(ctx, mostCounted) }
}

export async function readNotices(
  ctx: RequestContext,
  { ids }: InputOf<typeof noticeApi.readNotices>,
): Promise<OutputOf<typeof noticeApi.readNotices>> {
  return { read: await deliveryRepo.read(ctx, ids ?? null) }
}
