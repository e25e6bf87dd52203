import type { InputOf, noticeApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { channelChoices, linkedMembers } from '../integrations/index.ts'
import { clockOf, minuteOf } from './clock.ts'
import { checkCalls } from './notice-routes.service.ts'
import { noticeRouteRepo } from './notice-route.repo.ts'
import { ownRouteRepo, type OwnRouteValues } from './own-route.repo.ts'

const mostOwn = 20

type Given = InputOf<typeof noticeApi.addOwnNoticeRoute>

/** Channels that reach one person. */
const ofPeople = async (ctx: RequestContext) => (await channelChoices(ctx)).filter(({ kind }) => kind < 10)

export async function ownNoticeRoutes(
  ctx: RequestContext,
): Promise<OutputOf<typeof noticeApi.ownNoticeRoutes>> {
  const [routes, channels, hasCustomers] = await Promise.all([
    ownRouteRepo.all(ctx),
    ofPeople(ctx),
    ownRouteRepo.hasCustomers(ctx),
  ])
  const links = await linkedMembers(ctx, channels)
  return {
    items: routes.map(({ channelId, quietFrom, quietUntil, digestAt, ...route }) => ({
      ...route,
      events: [...route.events],
      severities: [...route.severities],
      channel: channels.find(({ id }) => id === channelId) ?? null,
      quietFrom: clockOf(quietFrom),
      quietUntil: clockOf(quietUntil),
      digestAt: clockOf(digestAt),
    })),
    hasCustomers,
    channels: channels.map((channel) => ({
      ...channel,
      reaches: links.get(channel.id)?.has(ctx.scope.memberId) !== false,
    })),
  }
}

export async function addOwnNoticeRoute(ctx: RequestContext, given: Given): Promise<{ id: string }> {
  if ((await ownRouteRepo.all(ctx)).length >= mostOwn) throw new AppError('notice.too_many_own_routes')
  return { id: await ownRouteRepo.insert(ctx, await checked(ctx, given)) }
}

export async function editOwnNoticeRoute(
  ctx: RequestContext,
  { routeId, ...given }: InputOf<typeof noticeApi.editOwnNoticeRoute>,
): Promise<null> {
  if (!(await ownRouteRepo.update(ctx, routeId, await checked(ctx, given))))
    throw new AppError('notice.route_not_found')
  return null
}

export async function deleteOwnNoticeRoute(
  ctx: RequestContext,
  { routeId }: { routeId: string },
): Promise<null> {
  if (!(await ownRouteRepo.delete(ctx, routeId))) throw new AppError('notice.route_not_found')
  return null
}

async function checked(ctx: RequestContext, given: Given): Promise<OwnRouteValues> {
  const { channelId, timeZone } = given
  const channel = channelId === null ? null : (await ofPeople(ctx)).find(({ id }) => id === channelId)
  if (channel === undefined) throw wrongField(ctx, 'integration.not_found', 'channelId')
  checkCalls(ctx, given, channel)
  if (!(await noticeRouteRepo.isTimeZone(ctx, timeZone)))
    throw wrongField(ctx, 'settings.time_zone_unknown', 'timeZone')
  return {
    ...given,
    quietFrom: minuteOf(given.quietFrom),
    quietUntil: minuteOf(given.quietUntil),
    digestAt: minuteOf(given.digestAt),
  }
}
