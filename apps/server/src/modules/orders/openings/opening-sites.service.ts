import type { FailedItem, InputOf, openingApi, OutputOf } from '@netward/contract'
import { mostOpeningSites, openingSteps } from '@netward/contract/opening-values'
import { capped } from '../../../platform/db/capped-count.ts'
import { AppError, batchOutcome } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { reckon } from '../deadlines.ts'
import { orderRepo } from '../order.repo.ts'
import { openingSiteRepo, type SiteRow, type SiteSheet } from './opening-site.repo.ts'
import { announceOpening, inOpening } from './openings.service.ts'
import { openingRepo } from './opening.repo.ts'

type Outcome = OutputOf<typeof openingApi.setOpeningStep>
type Refusal = 'opening.steps_missing' | 'opening.accepted' | 'opening.has_orders'

export async function pageOpeningSites(
  ctx: RequestContext,
  query: InputOf<typeof openingApi.pageOpeningSites>,
): Promise<OutputOf<typeof openingApi.pageOpeningSites>> {
  if ((await openingRepo.owner(ctx, query.openingId)) === undefined) throw new AppError('opening.not_found')
  const { items, total } = await openingSiteRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getOpeningSite(
  ctx: RequestContext,
  { siteId }: InputOf<typeof openingApi.getOpeningSite>,
): Promise<OutputOf<typeof openingApi.getOpeningSite>> {
  const site = await openingSiteRepo.find(ctx, { id: siteId })
  if (site === undefined) throw new AppError('opening.site_not_found')
  return {
    ...rowOf(site),
    openingName: site.openingName,
    companyName: site.companyName,
    address: site.address,
    devices: await openingSiteRepo.devices(ctx, site),
    linkTest: [...(site.tested ? site.linkTest : await openingSiteRepo.linkTest(ctx, site))],
  }
}

export async function openingOfOrder(
  ctx: RequestContext,
  { orderId }: InputOf<typeof openingApi.openingOfOrder>,
): Promise<OutputOf<typeof openingApi.openingOfOrder>> {
  if ((await orderRepo.owner(ctx, orderId)) === undefined) throw new AppError('work_order.not_found')
  const site = await openingSiteRepo.find(ctx, { orderId })
  return site === undefined ? null : { ...rowOf(site), openingName: site.openingName }
}

function rowOf({
  companyId: _company,
  companyName: _name,
  openingName: _opening,
  address: _address,
  tested: _tested,
  linkTest: _test,
  ...row
}: SiteSheet): SiteRow {
  return row
}

export async function addOpeningSites(
  ctx: SeveralTransactions,
  { openingId, outletIds, region, plannedOn }: InputOf<typeof openingApi.addOpeningSites>,
): Promise<{ added: number }> {
  return inOpening(ctx, openingId, async (inside, { name }) => {
    const wanted = [...new Set(outletIds)]
    if (wanted.length === 0 && (region ?? '') === '') throw wrongField(inside, 'opening.nothing', 'outletIds')
    const found = await openingSiteRepo.outletIds(inside, { ids: wanted, region: region || null })
    if (wanted.some((id) => !found.includes(id)))
      throw wrongField(inside, 'opening.outlet_not_found', 'outletIds')
    const added = await openingSiteRepo.insert(
      inside,
      openingId,
      found.map((outletId) => ({ outletId, plannedOn })),
    )
    await requireRoom(inside, openingId)
    await inside.audit({
      action: 'opening.sites_added',
      subjectKind: 'opening',
      subjectId: openingId,
      detail: { name, sites: added, planned_on: plannedOn },
    })
    await announceOpening(inside, openingId)
    return { added }
  })
}

export async function requireRoom(inside: RequestContext, openingId: string): Promise<void> {
  if ((await openingSiteRepo.count(inside, openingId, 'any')) > mostOpeningSites)
    throw new AppError('opening.too_many_sites')
}

export function setOpeningStep(
  ctx: SeveralTransactions,
  { openingId, siteIds, step, done }: InputOf<typeof openingApi.setOpeningStep>,
): Promise<Outcome> {
  const others = openingSteps.filter((one) => one !== 'accepted')
  return onSites(
    ctx,
    { openingId, siteIds, action: 'opening.step_set', detail: { step, done } },
    {
      refusal: ({ steps }) =>
        step === 'accepted'
          ? done && others.some((one) => steps[one] === null)
            ? 'opening.steps_missing'
            : null
          : steps.accepted !== null && !done
            ? 'opening.accepted'
            : null,
      act: async (inside, sites) => {
        const changing = sites.filter(({ steps }) => (steps[step] !== null) !== done)
        await openingSiteRepo.setStep(
          inside,
          changing.map(({ id }) => id),
          step,
          done,
        )
        for (const { orderId } of changing)
          if (orderId !== null)
            await orderRepo.note(inside, orderId, done ? 'step_done' : 'step_undone', { name: step })
      },
    },
  )
}

export function planOpeningSites(
  ctx: SeveralTransactions,
  { openingId, siteIds, plannedOn }: InputOf<typeof openingApi.planOpeningSites>,
): Promise<Outcome> {
  return onSites(
    ctx,
    { openingId, siteIds, action: 'opening.sites_planned', detail: { planned_on: plannedOn } },
    {
      refusal: ({ steps }) => (steps.accepted === null ? null : 'opening.accepted'),
      act: async (inside, sites) => {
        await openingSiteRepo.plan(
          inside,
          sites.map(({ id }) => id),
          plannedOn,
        )
        for (const site of sites) await followPlan(inside, site)
      },
    },
  )
}

/** The deadline of an order that is open is the end of the planned day. */
export async function followPlan(
  inside: RequestContext,
  { id, orderId, orderState }: Pick<SiteRow, 'id' | 'orderId' | 'orderState'>,
): Promise<void> {
  if (orderId === null || orderState === 'closed' || orderState === 'cancelled') return
  const due = await openingSiteRepo.due(inside, id)
  await orderRepo.setDue(inside, orderId, due)
  await orderRepo.note(inside, orderId, 'due_set', { until: due })
  await reckon(inside, orderId)
}

export function removeOpeningSites(
  ctx: SeveralTransactions,
  { openingId, siteIds }: InputOf<typeof openingApi.removeOpeningSites>,
): Promise<Outcome> {
  return onSites(
    ctx,
    { openingId, siteIds, action: 'opening.sites_removed', detail: {} },
    {
      refusal: ({ orderId }) => (orderId === null ? null : 'opening.has_orders'),
      act: (inside, sites) =>
        openingSiteRepo.remove(
          inside,
          sites.map(({ id }) => id),
        ),
    },
  )
}

/** An act on several sites: on those that do not refuse it; the others are answered. */
async function onSites(
  ctx: SeveralTransactions,
  {
    openingId,
    siteIds,
    action,
    detail,
  }: {
    openingId: string
    siteIds: readonly string[]
    action: 'opening.step_set' | 'opening.sites_planned' | 'opening.sites_removed'
    detail: Record<string, unknown>
  },
  how: {
    refusal: (site: SiteRow) => Refusal | null
    act: (inside: RequestContext, sites: readonly SiteRow[]) => Promise<void>
  },
): Promise<Outcome> {
  const wanted = [...new Set(siteIds)]
  const outcome = await inOpening(ctx, openingId, async (inside, { name }) => {
    const found = await openingSiteRepo.lock(inside, openingId, wanted)
    const failed: FailedItem[] = wanted
      .filter((id) => !found.some((site) => site.id === id))
      .map((id) => ({ ip: id, reason: inside.phrase('errors.opening.site_not_found'), id }))
    const sites = found.filter((site) => {
      const refusal = how.refusal(site)
      if (refusal !== null)
        failed.push({ ip: site.outletName, reason: inside.phrase(`errors.${refusal}`), id: site.id })
      return refusal === null
    })
    if (sites.length > 0) {
      await how.act(inside, sites)
      await inside.audit({
        action,
        subjectKind: 'opening',
        subjectId: openingId,
        detail: {
          name,
          ...detail,
          sites: sites.map(({ outletName }) => outletName).slice(0, 50),
          count: sites.length,
        },
      })
      await announceOpening(inside, openingId)
    }
    return { accepted: sites.length, failed }
  })
  // After the commit: what was accepted stays.
  return batchOutcome('sites', outcome.accepted, outcome.failed)
}
