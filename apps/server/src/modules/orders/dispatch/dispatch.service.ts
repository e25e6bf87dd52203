import type { fieldWorkApi, InputOf, OutputOf } from '@netward/contract'
import { mostWatchers } from '@netward/contract/work-order-values'
import { capped } from '../../../platform/db/capped-count.ts'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { announce, locked, named } from '../order-change.ts'
import { type FullOrder, orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { type Candidate, dispatchRepo } from './dispatch.repo.ts'
import { openHours, rankEngineers, type Ranked } from './engineer-rank.ts'
import { localNow } from './local-now.ts'

type JobFacts = Pick<FullOrder, 'id' | 'category' | 'outletId' | 'timeZone'>

/** Engineers for an order of the company acted in: those who fit first. */
async function ranked(ctx: Pick<RequestContext, 'db'>, order: JobFacts): Promise<Ranked<Candidate>[]> {
  const now = localNow(order.timeZone)
  const candidates = await dispatchRepo.candidates(ctx, order.id, now.day)
  const region = await dispatchRepo.region(ctx, order.outletId)
  return rankEngineers(candidates, { category: order.category, region, now })
}

/**
 * The engineer to whom the rule assigns the order: one of its own people, or of those above it. If none of them fits, a shared engineer
 * gets it by a key.
 */
export async function engineerByRule(
  ctx: Pick<RequestContext, 'db'>,
  order: JobFacts,
): Promise<{ id: string; name: string } | undefined> {
  const [best] = await ranked(ctx, order)
  if (best !== undefined && best.refusals.length === 0)
    return { id: best.engineer.personId, name: best.engineer.name }
  const now = localNow(order.timeZone)
  return dispatchRepo.dispatchShared(ctx, order.id, { day: now.day, hours: openHours(now) })
}

/** A new order goes where the setting says: by rule to the engineer who fits best, else into the pool. */
export async function dispatchNew(ctx: Pick<RequestContext, 'db' | 'scope'>, orderId: string): Promise<void> {
  const setting = await dispatchRepo.mode(ctx)
  const mode = setting?.mode ?? 'manual'
  if (mode === 'manual') return
  const order = await orderRepo.find(ctx, orderId)
  if (order === undefined) return
  const engineer = mode === 'rule' ? await engineerByRule(ctx, order) : undefined
  await dispatchTo(ctx, orderId, engineer ?? null, 'dispatch')
}

/** Null: into the pool. */
export async function dispatchTo(
  ctx: Pick<RequestContext, 'db' | 'scope'>,
  orderId: string,
  assignee: { id: string; name: string } | null,
  as: 'assign' | 'dispatch' = 'assign',
): Promise<void> {
  if (assignee === null) {
    await dispatchRepo.pool(ctx, orderId, true)
    await orderRepo.note(ctx, orderId, 'pool')
    return
  }
  await orderRepo.move(ctx, orderId, { state: 'assigned', assignee, responds: false, resolved: false })
  await orderRepo.note(ctx, orderId, as, { name: assignee.name })
}

export async function orderEngineers(
  ctx: SeveralTransactions,
  { orderId }: InputOf<typeof fieldWorkApi.orderEngineers>,
): Promise<OutputOf<typeof fieldWorkApi.orderEngineers>> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await orderRepo.find(inside, orderId)
    if (order === undefined) throw new AppError('work_order.not_found')
    return (await ranked(inside, order)).map(({ engineer, refusals, free }) => ({
      personId: engineer.personId,
      name: engineer.name,
      companyName: engineer.companyName,
      openOrders: engineer.openOrders,
      mostOpen: engineer.mostOpen,
      free,
      refusals: [...refusals],
    }))
  })
}

export async function askHelp(
  ctx: SeveralTransactions,
  { orderId, personId, note }: InputOf<typeof fieldWorkApi.askHelp>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.state === 'closed' || order.state === 'cancelled') throw new AppError('work_order.over')
    const [person] = await orderRepo.people(inside, { personId })
    if (person === undefined) throw wrongField(inside, 'work_order.assignee_not_found', 'personId')
    if ((await orderRepo.watchers(inside, order)).length >= mostWatchers)
      throw new AppError('work_order.too_many_watchers')
    if (!(await dispatchRepo.insertHelper(inside, orderId, { id: personId, name: person.name })))
      throw wrongField(inside, 'work_order.helps_already', 'personId')
    await orderRepo.note(inside, orderId, 'help', { name: person.name, note })
    await inside.audit({
      action: 'work_order.help_asked',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), person: person.name },
    })
    await announce(inside, order)
    return null
  })
}

export async function getDispatch(ctx: RequestContext): Promise<OutputOf<typeof fieldWorkApi.getDispatch>> {
  const setting = await dispatchRepo.mode(ctx)
  if (setting === undefined) return { mode: 'manual', inheritedFrom: null }
  const own = setting.companyId === ctx.scope.companyId
  return { mode: setting.mode, inheritedFrom: own ? null : setting.companyName }
}

export async function setDispatch(
  ctx: RequestContext,
  { mode }: InputOf<typeof fieldWorkApi.setDispatch>,
): Promise<null> {
  const before = await dispatchRepo.mode(ctx)
  await dispatchRepo.setMode(ctx, mode)
  await ctx.audit({
    action: 'work_dispatch.edited',
    subjectKind: 'work_dispatch',
    subjectId: ctx.scope.companyId,
    detail: { before: { mode: before?.mode ?? 'manual' }, after: { mode } },
  })
  return null
}

export async function pageEngineers(
  ctx: RequestContext,
  query: InputOf<typeof fieldWorkApi.pageEngineers>,
): Promise<OutputOf<typeof fieldWorkApi.pageEngineers>> {
  const { items, total } = await dispatchRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function saveEngineer(
  ctx: RequestContext,
  input: InputOf<typeof fieldWorkApi.saveEngineer>,
): Promise<null> {
  const { personId, awayFrom, awayUntil } = input
  const name = await dispatchRepo.memberName(ctx, personId)
  if (name === undefined) throw wrongField(ctx, 'engineer.not_member', 'personId')
  if ((awayFrom === null) !== (awayUntil === null) || (awayFrom ?? '') > (awayUntil ?? ''))
    throw wrongField(ctx, 'engineer.dates_swapped', 'awayUntil')
  const before = await dispatchRepo.find(ctx, personId)
  const changed = before === undefined ? { after: input } : changedFields(before, input)
  if (changed === null) return null
  await dispatchRepo.save(ctx, input)
  await ctx.audit({
    action: 'engineer.saved',
    subjectKind: 'engineer',
    subjectId: personId,
    detail: { name, ...changed },
  })
  return null
}

export async function removeEngineer(
  ctx: RequestContext,
  { personId }: InputOf<typeof fieldWorkApi.removeEngineer>,
): Promise<null> {
  if ((await dispatchRepo.find(ctx, personId)) === undefined) throw new AppError('engineer.not_found')
  await dispatchRepo.remove(ctx, personId)
  await ctx.audit({
    action: 'engineer.removed',
    subjectKind: 'engineer',
    subjectId: personId,
    detail: { name: (await dispatchRepo.memberName(ctx, personId)) ?? '' },
  })
  return null
}

export const orderRegions = (ctx: RequestContext) => dispatchRepo.regions(ctx)
