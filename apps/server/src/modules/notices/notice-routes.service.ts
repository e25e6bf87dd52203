import type { InputOf, noticeApi, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { customerChoices, groupNames } from '../acting/index.ts'
import { channelChoices, linkedMembers } from '../integrations/index.ts'
import { outletNames } from '../outlets/index.ts'
import { rotaNames } from '../rotas/index.ts'
import { clockOf, minuteOf } from './clock.ts'
import { noticeRouteRepo, type RouteRow, type RouteValues } from './notice-route.repo.ts'

const taken = { notice_route_name: ['notice.route_name_taken', 'name'] } as const

const mostRoutes = 200

type Named = { id: string; name: string }
type Given = Omit<InputOf<typeof noticeApi.editNoticeRoute>, 'routeId'>

export async function pageNoticeRoutes(
  ctx: RequestContext,
  query: InputOf<typeof noticeApi.pageNoticeRoutes>,
): Promise<OutputOf<typeof noticeApi.pageNoticeRoutes>> {
  const { items, total } = await noticeRouteRepo.page(ctx, query)
  const [outlets, members, channels, rotas, customers, groups] = await Promise.all([
    outletNames(
      ctx,
      items.flatMap(({ outletIds }) => outletIds),
    ),
    noticeRouteRepo.memberNames(
      ctx,
      items.flatMap(({ memberIds }) => memberIds),
    ),
    channelChoices(ctx),
    rotaNames(ctx),
    noticeRouteRepo.customerNames(
      ctx,
      items.flatMap(({ customerIds }) => customerIds),
    ),
    groupNames(
      ctx,
      items.flatMap(({ customerGroupIds }) => customerGroupIds),
    ),
  ])
  return {
    items: items.map(({ outletIds, memberIds, channelId, rotaId, quietFrom, quietUntil, ...given }) => ({
      ...presented(given, customers, groups),
      events: [...given.events],
      severities: [...given.severities],
      rules: [...given.rules],
      outlets: outletIds.filter((id) => outlets.has(id)).map((id) => ({ id, name: outlets.get(id)! })),
      members: members.filter(({ id }) => memberIds.includes(id)),
      rota: rotas.find(({ id }) => id === rotaId) ?? null,
      channel: channels.find(({ id }) => id === channelId) ?? null,
      quietFrom: clockOf(quietFrom),
      quietUntil: clockOf(quietUntil),
    })),
    ...capped(total),
  }
}

function presented<T extends Pick<RouteValues, 'customerIds' | 'customerGroupIds'>>(
  { customerIds, customerGroupIds, ...row }: T,
  customers: readonly Named[],
  groups: readonly Named[],
) {
  return {
    ...row,
    customers: customers.filter(({ id }) => customerIds.includes(id)),
    customerGroups: groups.filter(({ id }) => customerGroupIds.includes(id)),
  }
}

export async function noticeCustomers(
  ctx: RequestContext,
  { search }: InputOf<typeof noticeApi.noticeCustomers>,
): Promise<OutputOf<typeof noticeApi.noticeCustomers>> {
  if (!seesBelow(ctx)) return { mayChoose: false, customers: [], groups: [] }
  return { mayChoose: true, ...(await customerChoices(ctx, search)) }
}

/** Only administrators of an MSP or of the platform, outside any customer, see all that a group would be sent. */
const seesBelow = ({ scope }: RequestContext) => scope.kind !== 'company'

export async function noticeChoices(ctx: RequestContext): Promise<OutputOf<typeof noticeApi.noticeChoices>> {
  const [channels, members, rotas] = await Promise.all([
    channelChoices(ctx),
    noticeRouteRepo.memberNames(ctx, null),
    rotaNames(ctx),
  ])
  const links = await linkedMembers(ctx, channels)
  return {
    channels: channels.map((channel) => ({
      ...channel,
      unlinked: members.flatMap(({ id }) => (links.get(channel.id)?.has(id) === false ? [id] : [])),
    })),
    members,
    rotas,
  }
}

export async function addNoticeRoute(ctx: RequestContext, given: Given): Promise<{ id: string }> {
  if ((await noticeRouteRepo.count(ctx)) >= mostRoutes) throw new AppError('notice.too_many_routes')
  const values = await checked(ctx, given)
  const id = await namingConstraint(ctx, taken, () => noticeRouteRepo.insert(ctx, values))
  await audit(ctx, 'added', id, { name: values.name, after: values })
  return { id }
}

export async function editNoticeRoute(
  ctx: RequestContext,
  { routeId, ...given }: InputOf<typeof noticeApi.editNoticeRoute>,
): Promise<null> {
  const { id: _id, editedAt: _at, editedBy: _by, ...before } = await locked(ctx, routeId)
  allowCoverage(ctx, before)
  const values = await checked(ctx, given)
  const changed = changedFields(before, values)
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => noticeRouteRepo.update(ctx, routeId, values))
  await audit(ctx, 'edited', routeId, { name: values.name, ...changed })
  return null
}

export async function deleteNoticeRoute(
  ctx: RequestContext,
  { routeId }: { routeId: string },
): Promise<null> {
  const before = await locked(ctx, routeId)
  allowCoverage(ctx, before)
  await noticeRouteRepo.delete(ctx, routeId)
  await audit(ctx, 'deleted', routeId, { name: before.name, before })
  return null
}

function allowCoverage(ctx: RequestContext, { covers }: Pick<RouteValues, 'covers'>): void {
  if (covers !== 'own' && !seesBelow(ctx)) throw new AppError('notice.customers_by_administrators')
}

async function checkedCustomers(
  ctx: RequestContext,
  { covers, customerIds, customerGroupIds }: Given,
): Promise<Pick<RouteValues, 'covers' | 'customerIds' | 'customerGroupIds'>> {
  allowCoverage(ctx, { covers })
  if (covers !== 'chosen') return { covers, customerIds: [], customerGroupIds: [] }
  const [companies, groups] = [[...new Set(customerIds)], [...new Set(customerGroupIds)]]
  if (companies.length + groups.length === 0) throw wrongField(ctx, 'notice.customers_missing', 'customerIds')
  if ((await noticeRouteRepo.customerNames(ctx, companies)).length < companies.length)
    throw wrongField(ctx, 'company.not_found', 'customerIds')
  if ((await groupNames(ctx, groups)).length < groups.length)
    throw wrongField(ctx, 'tenant_group.not_found', 'customerGroupIds')
  return { covers, customerIds: companies, customerGroupIds: groups }
}

async function checked(ctx: RequestContext, given: Given): Promise<RouteValues> {
  const { channelId, timeZone } = given
  const customers = await checkedCustomers(ctx, given)
  // Sites are the company's own.
  const outletIds = customers.covers === 'own' ? given.outletIds : []
  const channel = channelId === null ? null : (await channelChoices(ctx)).find(({ id }) => id === channelId)
  if (channel === undefined) throw wrongField(ctx, 'integration.not_found', 'channelId')
  checkCalls(ctx, given, channel)
  // A call is what is left once nobody has acknowledged.
  if (given.byVoice && given.afterMinutes === null)
    throw wrongField(ctx, 'notice.call_without_escalation', 'afterMinutes')
  const isToGroup = channel !== null && channel.kind >= 10
  const memberIds = isToGroup ? [] : [...new Set(given.memberIds)]
  // A robot mentions who is on call.
  const rotaId = channel?.kind === 11 ? null : given.rotaId
  if (!isToGroup && memberIds.length === 0 && rotaId === null)
    throw wrongField(ctx, 'notice.members_missing', 'memberIds')
  const members = await noticeRouteRepo.memberNames(ctx, memberIds)
  if (members.length < memberIds.length) throw wrongField(ctx, 'notice.member_not_found', 'memberIds')
  if (rotaId !== null && !(await rotaNames(ctx)).some(({ id }) => id === rotaId))
    throw wrongField(ctx, 'rota.not_found', 'rotaId')
  const outlets = await outletNames(ctx, outletIds)
  if (outletIds.some((id) => !outlets.has(id))) throw wrongField(ctx, 'outlet.not_found', 'outletIds')
  if (!(await noticeRouteRepo.isTimeZone(ctx, timeZone)))
    throw wrongField(ctx, 'settings.time_zone_unknown', 'timeZone')
  return {
    ...given,
    ...customers,
    outletIds,
    memberIds,
    rotaId,
    quietFrom: minuteOf(given.quietFrom),
    quietUntil: minuteOf(given.quietUntil),
  }
}

/** Only a gateway with a voice template calls. */
export function checkCalls(
  ctx: RequestContext,
  { byVoice }: { readonly byVoice: boolean },
  channel: { readonly calls: boolean } | null,
): void {
  if (byVoice && channel?.calls !== true) throw wrongField(ctx, 'notice.no_calls', 'byVoice')
}

async function locked(ctx: RequestContext, id: string): Promise<RouteRow> {
  const row = await noticeRouteRepo.lock(ctx, id)
  if (!row) throw new AppError('notice.route_not_found')
  return row
}

async function audit(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `notice_route.${act}`, subjectKind: 'notice_route', subjectId, detail })
}
