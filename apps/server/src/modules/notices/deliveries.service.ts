import type { InputOf, noticeApi, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { narrowTo } from '../identity/index.ts'
import { deliveryRepo } from './delivery.repo.ts'
import { workNoticeRepo } from './work/work-notice.repo.ts'

const atOnce = 20
const mostCounted = 1000
/** The bell shows what these roles show, though everybody has one. */
const seesAlarms = 'DMS_SERVER_ALARM'
const seesOrders = 'DMS_SERVER_WORK_ORDER'

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
  const alarms = await deliveryRepo.own(ctx, before ?? null, atOnce + 1)
  const unread = await deliveryRepo.unread(ctx, mostCounted)
  await narrowTo(ctx, seesOrders)
  const work = await workNoticeRepo.own(ctx, before ?? null, atOnce + 1)
  const found = [...alarms, ...work].toSorted(
    (one, other) =>
      Date.parse(other.sentAt) - Date.parse(one.sentAt) || Number(BigInt(other.id) - BigInt(one.id)),
  )
  return {
    items: found.slice(0, atOnce),
    hasMore: found.length > atOnce,
    unread: Math.min(unread + (await workNoticeRepo.unread(ctx, mostCounted)), mostCounted),
  }
}

export async function unreadNotices(ctx: RequestContext): Promise<OutputOf<typeof noticeApi.unreadNotices>> {
  await narrowTo(ctx, seesAlarms)
  const alarms = await deliveryRepo.unread(ctx, mostCounted)
  await narrowTo(ctx, seesOrders)
  return { unread: Math.min(alarms + (await workNoticeRepo.unread(ctx, mostCounted)), mostCounted) }
}

export async function readNotices(
  ctx: RequestContext,
  { ids }: InputOf<typeof noticeApi.readNotices>,
): Promise<OutputOf<typeof noticeApi.readNotices>> {
  return { read: await deliveryRepo.read(ctx, ids ?? null) }
}
