import type { InputOf, OutputOf, siteVisitApi } from '@netward/contract'
import { isAllowed } from '@netward/contract/approval-values'
import { parseHours } from '@netward/contract/business-hours'
import { mostCalendarDays, mostVisitHours } from '@netward/contract/field-work-values'
import { isOpen } from '@netward/contract/open-times'
import { isEnded } from '@netward/contract/states/work-order'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { remakeImage, removeFile, storeImage } from '../../files/index.ts'
import { standingOf } from '../approval/order-standing.ts'
import { announce, changing, locked, named } from '../order-change.ts'
import { type FullOrder, orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { visitRepo } from './visit.repo.ts'

const mostListed = 2000
const dayMs = 86_400_000
const hourMs = 3_600_000

export async function getSite(
  ctx: RequestContext,
  { orderId }: InputOf<typeof siteVisitApi.getSite>,
): Promise<OutputOf<typeof siteVisitApi.getSite>> {
  const order = await orderRepo.find(ctx, orderId)
  if (order === undefined) throw new AppError('work_order.not_found')
  const [place, signature] = [
    await visitRepo.place(ctx, order.outletId),
    await visitRepo.signature(ctx, order),
  ]
  return {
    visits: await visitRepo.ofOrder(ctx, order),
    helpers: await visitRepo.helpers(ctx, order),
    businessHours: place?.businessHours ?? '',
    address: place?.address ?? '',
    timeZone: place?.timeZone ?? order.timeZone,
    signature: signature
      ? {
          signer: signature.signer,
          signedAt: signature.signedAt,
          takenBy: signature.takenBy,
          picture: `data:image/png;base64,${signature.content.toString('base64')}`,
        }
      : null,
    ...(await visitRepo.rating(ctx, order)),
  }
}

export async function planVisit(
  ctx: SeveralTransactions,
  { orderId, version, reason, ...visit }: InputOf<typeof siteVisitApi.planVisit>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    if (isEnded(order.state)) throw new AppError('work_order.over')
    const { assigneeId, assigneeName } = order
    if (assigneeId === null || assigneeName === null) throw new AppError('visit.assignee_needed')
    await requirePossible(inside, order, visit)
    const before = (await visitRepo.ofOrder(inside, order)).find(({ state }) => state === 'planned')
    if (before !== undefined && reason === undefined)
      throw wrongField(inside, 'visit.reason_needed', 'reason')
    if (await visitRepo.overlaps(inside, assigneeId, orderId, visit))
      throw wrongField(inside, 'visit.overlaps', 'startsAt', { name: assigneeName })
    if (before !== undefined) await visitRepo.end(inside, before.id, 'moved')
    await visitRepo.insert(inside, orderId, { id: assigneeId, name: assigneeName }, visit)
    await orderRepo.note(inside, orderId, before === undefined ? 'visit_planned' : 'visit_moved', {
      name: assigneeName,
      until: visit.startsAt,
      ...(reason !== undefined && { note: reason }),
    })
    await inside.audit({
      action: 'work_order.visit_planned',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: {
        name: named(order),
        before: { starts_at: before?.startsAt ?? null },
        after: { starts_at: visit.startsAt },
      },
    })
    return {}
  })
}

/** In the future, not endless, and while the site is open: at its begin, its end and each quarter between. */
async function requirePossible(
  inside: RequestContext,
  order: FullOrder,
  visit: { startsAt: string; endsAt: string },
): Promise<void> {
  const [from, to] = [Date.parse(visit.startsAt), Date.parse(visit.endsAt)]
  if (from <= Date.now()) throw wrongField(inside, 'visit.past', 'startsAt')
  if (to <= from) throw wrongField(inside, 'visit.times_swapped', 'endsAt')
  if (to - from > mostVisitHours * hourMs)
    throw wrongField(inside, 'visit.too_long', 'endsAt', { hours: mostVisitHours })
  const place = await visitRepo.place(inside, order.outletId)
  const hours = place === undefined ? null : parseHours(place.businessHours)
  if (place === undefined || hours === null) return
  for (let at = from; at < to; at += hourMs / 4)
    if (!isOpen(hours, place.timeZone, new Date(at)))
      throw wrongField(inside, 'visit.outside_hours', 'startsAt', { hours: place.businessHours })
  if (!isOpen(hours, place.timeZone, new Date(to - 60_000)))
    throw wrongField(inside, 'visit.outside_hours', 'endsAt', { hours: place.businessHours })
}

export async function cancelVisit(
  ctx: SeveralTransactions,
  { orderId, version, reason }: InputOf<typeof siteVisitApi.cancelVisit>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    const visit = (await visitRepo.ofOrder(inside, order)).find(({ state }) => state === 'planned')
    if (visit === undefined) throw new AppError('visit.not_found')
    await visitRepo.end(inside, visit.id, 'cancelled')
    await orderRepo.note(inside, orderId, 'visit_cancelled', { until: visit.startsAt, note: reason })
    await inside.audit({
      action: 'work_order.visit_cancelled',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), before: { starts_at: visit.startsAt } },
    })
    return {}
  })
}

export async function checkIn(
  ctx: SeveralTransactions,
  { orderId, version, place }: InputOf<typeof siteVisitApi.checkIn>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    if (order.state !== 'accepted' && order.state !== 'in_progress')
      throw new AppError('work_order.wrong_state')
    const { personId } = inside.scope
    const helps = (await visitRepo.helpers(inside, order)).some((helper) => helper.personId === personId)
    if (order.assigneeId !== personId && !helps) throw new AppError('work_order.not_assignee')
    if (order.state === 'accepted') {
      if (!isAllowed(await standingOf(inside, order))) throw new AppError('approval.needed')
      await orderRepo.move(inside, orderId, { state: 'in_progress', responds: true, resolved: false })
    }
    await visitRepo.arrive(inside, orderId, place)
    await orderRepo.note(inside, orderId, 'arrived')
    await inside.audit({
      action: 'work_order.arrived',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), place: place !== undefined },
    })
    return {}
  })
}

/** As a picture of the phone's screen; remade, it is nothing but pixels. */
export async function signOrder(
  ctx: SeveralTransactions,
  { orderId, signer }: InputOf<typeof siteVisitApi.signOrder>,
  file: UploadedFile,
  secrets: Secrets,
): Promise<null> {
  const companyId = await inSubjectCompany(ctx, orderSubject(orderId), async ({ scope }) => scope.companyId)
  const image = await remakeImage(ctx, file, { limit: 1, width: 1200, height: 600 }, companyId)
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.state === 'new' || order.state === 'closed' || order.state === 'cancelled')
      throw new AppError('work_order.wrong_state')
    const { id } = await storeImage(inside, secrets, image, `/work-order/${orderId}/signature`)
    const old = await visitRepo.sign(inside, orderId, signer, id)
    if (old !== null) await removeFile(inside, old)
    await orderRepo.note(inside, orderId, 'signed', { name: signer })
    await inside.audit({
      action: 'work_order.signed',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), signer },
    })
    await announce(inside, order)
    return null
  })
}

export async function listVisits(
  ctx: RequestContext,
  { from, to }: InputOf<typeof siteVisitApi.listVisits>,
): Promise<OutputOf<typeof siteVisitApi.listVisits>> {
  if (Date.parse(to) <= Date.parse(from)) throw wrongField(ctx, 'visit.times_swapped', 'to')
  if (Date.parse(to) - Date.parse(from) > mostCalendarDays * dayMs)
    throw wrongField(ctx, 'visit.range_too_wide', 'to', { days: mostCalendarDays })
  const rows = await visitRepo.list(ctx, from, to, mostListed + 1)
  return { items: rows.slice(0, mostListed), cut: rows.length > mostListed }
}
