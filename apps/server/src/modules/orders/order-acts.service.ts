import type { InputOf, OutputOf, workOrderApi } from '@netward/contract'
import { orderMoves, orderRefusal, type OrderState } from '@netward/contract/states/work-order'
import { mostRelations, mostWatchers, priorityOf, stopsClocks } from '@netward/contract/work-order-values'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { allowanceRepo } from './allowance/allowance.repo.ts'
import { countOrder } from './allowance/allowance.service.ts'
import { dropApproval } from '../approvals/index.ts'
import { refuseWhilePending, standingOf } from './approval/order-standing.ts'
import { carrierRepo } from './extras/carrier.repo.ts'
import { extrasRepo } from './extras/extras.repo.ts'
import { auditedChanges, customAfter, customChanges } from './fields/custom-values.ts'
import { orderFieldRepo } from './fields/order-field.repo.ts'
import { dispatchNew, dispatchTo, engineerByRule } from './dispatch/dispatch.service.ts'
import { reckon } from './deadlines.ts'
import { announce, changing, locked, named } from './order-change.ts'
import { type FullOrder, nowhere, orderRepo } from './order.repo.ts'
import { followMove } from './visit/follow-move.ts'
import { orderSubject } from './orders.service.ts'
import { checkRepo } from './templates/check.repo.ts'

type Move = InputOf<typeof workOrderApi.moveOrder>['move']

export async function createOrder(
  ctx: SeveralTransactions,
  {
    alarmId,
    deviceId,
    lineId,
    outletId,
    risk,
    amount,
    carrier,
    custom = {},
    checklist,
    assign,
    price,
    ...input
  }: InputOf<typeof workOrderApi.createOrder>,
): Promise<OutputOf<typeof workOrderApi.createOrder>> {
  const about = {
    ...(alarmId !== undefined
      ? { alarmId }
      : deviceId !== undefined
        ? { deviceId }
        : lineId !== undefined
          ? { lineId }
          : outletId !== undefined && { outletId }),
  }
  if (carrier !== undefined && input.type !== 'carrier_fault') throw new AppError('work_order.not_carrier')
  const missing = alarmId === undefined ? 'work_order.subject_not_found' : 'work_order.alarm_not_found'
  const made = async (inside: RequestContext) => {
    const subject = Object.keys(about).length === 0 ? nowhere : await orderRepo.subject(inside, about)
    if (!subject) throw new AppError(missing)
    // Who sees some sites alone would not see it again.
    if (inside.scope.isPartial && subject.outletId === null && subject.departmentId === null)
      throw wrongField(inside, 'work_order.outlet_needed', 'outletId')
    const order = { ...input, priority: priorityOf(input.impact, input.urgency) }
    const kept = customAfter(inside, await orderFieldRepo.inUse(inside, input.type), custom)
    const assignee = await assigneeOfNew(inside, assign)
    const { id, number } = await namingConstraint(
      inside,
      { work_order_alarm: ['work_order.alarm_has_order', 'alarmId'] },
      () => orderRepo.insert(inside, subject, order),
    )
    await countOrder(inside, id, price)
    await extrasRepo.set(inside, id, input.type, { risk, amount })
    if (carrier !== undefined) await carrierRepo.save(inside, id, carrier)
    await orderFieldRepo.setValues(inside, id, kept)
    await checkRepo.insert(inside, id, checklist)
    await orderRepo.note(inside, id, 'created')
    await (assign === undefined ? dispatchNew(inside, id) : dispatchTo(inside, id, assignee))
    await reckon(inside, id)
    await inside.audit({
      action: 'work_order.created',
      subjectKind: 'work_order',
      subjectId: id,
      detail: { name: `#${number} ${input.title}`, after: { title: input.title, priority: order.priority } },
    })
    await inside.emit('work_order.changed', subject.outletId, { orderId: id })
    return { id, number }
  }
  if (Object.keys(about).length === 0) return ctx.inTransaction(null, made)
  const owner = async (outside: RequestContext) => (await orderRepo.subject(outside, about))?.companyId
  return inSubjectCompany(ctx, { owner, missing }, made)
}

/** Null: into the pool. */
async function assigneeOfNew(
  inside: RequestContext,
  assign: string | undefined,
): Promise<{ id: string; name: string } | null> {
  if (assign === undefined || assign === 'pool') return null
  const [person] = await orderRepo.people(inside, { personId: assign })
  if (!person) throw wrongField(inside, 'work_order.assignee_not_found', 'assign')
  return { id: person.personId, name: person.name }
}

export async function editOrder(
  ctx: SeveralTransactions,
  { orderId, version, custom: values, ...given }: InputOf<typeof workOrderApi.editOrder>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    requireOpen(order)
    const input = { ...given, ...(given.type !== 'change' && { risk: null, amount: null }) }
    await refuseWhilePending(inside, order, input)
    const priority = priorityOf(input.impact, input.urgency)
    const changed = changedFields<
      Omit<typeof input, 'type' | 'category'> & { type: string; category: string }
    >(order, input)
    const fields = values === undefined ? [] : await orderFieldRepo.inUse(inside, input.type)
    const kept = values === undefined ? order.custom : customAfter(inside, fields, values, order.custom)
    const custom = customChanges(order.custom, kept)
    if (changed === null && Object.keys(custom).length === 0) return {}
    const { risk, amount, ...edited } = input
    await orderRepo.edit(inside, orderId, { ...edited, priority })
    await extrasRepo.set(inside, orderId, input.type, { risk, amount })
    await orderFieldRepo.setValues(inside, orderId, kept)
    await orderRepo.note(inside, orderId, 'edited', {
      fields: Object.keys(changed?.after ?? {}),
      custom,
      // Figures of deadlines kept say how many were made less urgent.
      ...(priority > order.priority && { lowered: true }),
    })
    await inside.audit({
      action: 'work_order.edited',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), ...auditedChanges(inside, fields, changed, custom) },
    })
    return {}
  })
}

function requireOpen({ state }: FullOrder): void {
  if (state === 'closed' || state === 'cancelled') throw new AppError('work_order.over')
}

const refusals = {
  state: 'work_order.wrong_state',
  not_assignee: 'work_order.not_assignee',
  own_already: 'work_order.own_already',
  not_pooled: 'work_order.not_pooled',
  pooled_already: 'work_order.pooled_already',
  approval: 'approval.needed',
  checks: 'work_order.checks_open',
} as const

export async function moveOrder(
  ctx: SeveralTransactions,
  { orderId, version, move }: InputOf<typeof workOrderApi.moveOrder>,
): Promise<OutputOf<typeof workOrderApi.moveOrder>> {
  const late = move.name === 'claim' ? requireUnclaimed : undefined
  return changing(ctx, { orderId, version, late }, async (inside, order) => {
    const approval = await standingOf(inside, order)
    const openChecks = await checkRepo.open(inside, order)
    const refusal = orderRefusal(move.name, { ...order, approval, openChecks }, inside.scope.personId)
    if (refusal !== null) throw new AppError(refusals[refusal], { params: { count: openChecks } })
    const state: OrderState = orderMoves[move.name].to
    const assignee = await assigneeAfter(inside, order, move)
    const until = move.name === 'suspend' ? (move.until ?? null) : null
    if (until !== null && Date.parse(until) <= Date.now())
      throw wrongField(inside, 'work_order.due_past', 'until')
    await orderRepo.move(inside, orderId, {
      state,
      pooled: move.name === 'pool',
      responds: ['take', 'claim', 'accept', 'start', 'resolve'].includes(move.name),
      resolved: state === 'resolved' || state === 'closed',
      suspendedUntil: until,
      ...(assignee !== undefined && { assignee }),
      ...(move.name === 'resolve' && { outcome: { cause: move.cause, solution: move.solution } }),
    })
    await followMove(inside, order, { state, assignee })
    if (state === 'closed' || state === 'cancelled') await dropApproval(inside, 'change_order', orderId)
    if (state === 'cancelled') await allowanceRepo.uncount(inside, orderId)
    if (state !== 'closed') await orderRepo.turnPause(inside, orderId, pauseAfter(move))
    await orderRepo.note(inside, orderId, move.name, said(move, assignee?.name))
    if (move.name === 'resolve')
      await inside.enqueue('work_order.ask_rating', { orderId }, { key: `work_order.ask_rating:${orderId}` })
    await inside.audit({
      action: 'work_order.moved',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), act: move.name, before: { state: order.state }, after: { state } },
    })
    return { state }
  })
}

/** Of two engineers who claim an order the second learns who was first. */
function requireUnclaimed(inside: RequestContext, { assigneeId, assigneeName }: FullOrder): void {
  if (assigneeId !== null && assigneeId !== inside.scope.personId)
    throw new AppError('work_order.claimed', { params: { name: assigneeName ?? '' } })
}

/** Undefined: as it was. */
async function assigneeAfter(
  inside: RequestContext,
  order: FullOrder,
  move: Move,
): Promise<{ id: string; name: string } | null | undefined> {
  const self = { id: inside.scope.personId, name: inside.scope.actorName }
  if (move.name === 'take' || move.name === 'claim') return self
  if (move.name === 'refuse' || move.name === 'pool') return null
  if (move.name === 'dispatch') {
    const engineer = await engineerByRule(inside, order)
    if (engineer === undefined) throw new AppError('work_order.no_engineer')
    return engineer
  }
  if (move.name !== 'assign' && move.name !== 'transfer') return undefined
  if (move.name === 'transfer' && move.to === self.id)
    throw wrongField(inside, 'work_order.transfer_to_itself', 'to')
  if (move.to === 'me') return self
  const [person] = await orderRepo.people(inside, { personId: move.to })
  if (!person) throw wrongField(inside, 'work_order.assignee_not_found', 'to')
  return { id: person.personId, name: person.name }
}

function pauseAfter(move: Move): 'customer' | 'carrier' | 'resolved' | null {
  if (move.name === 'resolve') return 'resolved'
  if (move.name !== 'suspend' || !stopsClocks(move.reason)) return null
  return move.reason as 'customer' | 'carrier'
}

function said(move: Move, name: string | undefined): Record<string, unknown> {
  if (move.name === 'resolve') return { cause: move.cause, note: move.solution }
  return {
    ...('note' in move && move.note !== undefined && { note: move.note }),
    ...(move.name === 'suspend' && {
      reason: move.reason,
      ...(move.until !== undefined && { until: move.until }),
    }),
    ...(['assign', 'transfer', 'dispatch'].includes(move.name) && name !== undefined && { name }),
  }
}

export async function setOrderDue(
  ctx: SeveralTransactions,
  { orderId, version, due, note }: InputOf<typeof workOrderApi.setOrderDue>,
): Promise<{ version: number }> {
  return changing(ctx, { orderId, version }, async (inside, order) => {
    requireOpen(order)
    if (due !== null && Date.parse(due) <= Date.now()) throw wrongField(inside, 'work_order.due_past', 'due')
    await orderRepo.setDue(inside, orderId, due)
    await orderRepo.note(inside, orderId, due === null ? 'due_reset' : 'due_set', {
      note,
      ...(due !== null && { until: due }),
    })
    await inside.audit({
      action: 'work_order.due_set',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), before: { resolve_due: order.resolveDue }, after: { resolve_due: due } },
    })
    return {}
  })
}

export async function noteOrder(
  ctx: SeveralTransactions,
  { orderId, note, internal, key }: InputOf<typeof workOrderApi.noteOrder>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if ((await orderRepo.taken(inside, orderId, key)) !== undefined) return null
    await orderRepo.note(inside, orderId, 'note', { note }, { internal, key })
    await inside.audit({
      action: 'work_order.noted',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), internal },
    })
    await announce(inside, order)
    return null
  })
}

export async function watchOrder(
  ctx: SeveralTransactions,
  { orderId, watch }: InputOf<typeof workOrderApi.watchOrder>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (watch && (await orderRepo.watchers(inside, order)).length >= mostWatchers)
      throw new AppError('work_order.too_many_watchers')
    if (!(await orderRepo.watch(inside, orderId, watch))) return null
    await orderRepo.note(inside, orderId, watch ? 'watched' : 'unwatched')
    await inside.audit({
      action: 'work_order.watched',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), watch },
    })
    await announce(inside, order)
    return null
  })
}

export async function relateOrders(
  ctx: SeveralTransactions,
  { orderId, kind, number, related }: InputOf<typeof workOrderApi.relateOrders>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    const other = await orderRepo.numbered(inside, number)
    if (!other) throw wrongField(inside, 'work_order.related_not_found', 'number')
    if (other.id === orderId) throw wrongField(inside, 'work_order.related_to_itself', 'number')
    if (related && (await orderRepo.relations(inside, order)).length >= mostRelations)
      throw new AppError('work_order.too_many_related')
    if (!(await orderRepo.relate(inside, orderId, kind, other.id, related))) return null
    const detail = { name: `#${number} ${other.title}`, relation: kind }
    await orderRepo.note(inside, orderId, related ? 'related' : 'unrelated', detail)
    await inside.audit({
      action: 'work_order.related',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), to: detail.name, kind, related },
    })
    await announce(inside, order)
    return null
  })
}
