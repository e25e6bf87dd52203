import type { InputOf, OutputOf, workOrderApi } from '@netward/contract'
import { orderClocks } from '@netward/contract/work-order-values'
import { capped } from '../../platform/db/capped-count.ts'
import { capOf } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject as OwnedSubject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { approvalOf } from '../approvals/index.ts'
import { standingOf } from './approval/order-standing.ts'
import { carrierRepo } from './extras/carrier.repo.ts'
import { type ClockFacts, clockRepo } from './clock.repo.ts'
import { holidaysFrom, levelOf, pausesOf, runOf } from './deadlines.ts'
import { orderListRepo, type OrderRow } from './order-list.repo.ts'
import { type OrderEventRow, orderRepo } from './order.repo.ts'
import { checkRepo } from './templates/check.repo.ts'
import { type KindOfDay, usedBetween } from './service-clock.ts'

type Page = OutputOf<typeof workOrderApi.pageOrders>
type Item = Page['items'][number]
type Detail = OutputOf<typeof workOrderApi.getOrder>

const mostCounted = 200

/** An order as the subject by which its company is entered. */
export const orderSubject = (orderId: string): OwnedSubject => ({
  owner: (outside) => orderRepo.owner(outside, orderId),
  missing: 'work_order.not_found',
})

export async function pageOrders(
  ctx: RequestContext,
  query: InputOf<typeof workOrderApi.pageOrders>,
): Promise<Page> {
  const { items, total } = await orderListRepo.page(ctx, query)
  return { items: items.map(presented), ...capped(total, capOf(query.search)) }
}

export async function boardOrders(
  ctx: RequestContext,
  { most, ...filters }: InputOf<typeof workOrderApi.boardOrders>,
): Promise<OutputOf<typeof workOrderApi.boardOrders>> {
  const columns = await orderListRepo.board(ctx, filters, most)
  return columns.map(({ state, items, total }) => ({
    state: state as OutputOf<typeof workOrderApi.boardOrders>[number]['state'],
    items: items.map(presented),
    ...capped(total),
  }))
}

export async function countOrders(ctx: RequestContext): Promise<OutputOf<typeof workOrderApi.countOrders>> {
  const { open, unassigned, overdue, mine, toClaim } = await orderListRepo.counts(ctx)
  const upTo = (n: number) => capped(n).total
  return {
    open: upTo(open),
    unassigned: upTo(unassigned),
    overdue: upTo(overdue),
    mine: upTo(mine),
    toClaim: upTo(toClaim),
  }
}

export async function getOrder(
  ctx: RequestContext,
  { orderId }: InputOf<typeof workOrderApi.getOrder>,
): Promise<Detail> {
  const [row, facts] = [await orderRepo.find(ctx, orderId), await clockRepo.find(ctx.db, orderId)]
  if (!row || !facts) throw new AppError('work_order.not_found')
  const { agreement, timeZone } = facts
  const kindOf = await holidaysFrom(ctx, row.createdAt)
  const watchers = await orderRepo.watchers(ctx, row)
  const checks = await checkRepo.all(ctx, row)
  const { description, contactName, contactPhone, contactEmail, solution, closedAt } = row
  return {
    ...presented(row),
    description,
    contactName,
    contactPhone,
    contactEmail,
    risk: row.risk,
    amount: row.amount,
    cost: row.cost,
    carrier: row.type === 'carrier_fault' ? await carrierRepo.find(ctx, row) : null,
    approval: await standingOf(ctx, row),
    checks,
    openChecks: checks.filter(({ required, doneAt }) => required && doneAt === null).length,
    approvalAsked:
      row.type === 'change' ? await approvalOf(ctx, row.companyId, 'change_order', row.id) : null,
    cause: row.cause as Detail['cause'],
    solution,
    closedAt,
    timeZone,
    watchers,
    personId: ctx.scope.personId,
    watching: watchers.some(({ personId }) => personId === ctx.scope.personId),
    relations: await orderRepo.relations(ctx, row),
    agreement: agreement && {
      id: agreement.id,
      name: agreement.name,
      version: agreement.version,
      timeZone: agreement.level.calendar.timeZone,
    },
    clocks: clocksOf(row, facts, kindOf),
    history: (await orderRepo.history(ctx, row)).map(presentedEvent),
  }
}

/** Why the deadlines are what they are. */
function clocksOf(
  row: OrderRow & { closedAt: string | null },
  facts: ClockFacts,
  kindOf: KindOfDay,
): Detail['clocks'] {
  const { calendar, targets } = levelOf(facts)
  const pauses = pausesOf(facts)
  const begin = Date.parse(row.createdAt)
  const stopped = { respond: row.respondedAt ?? row.resolvedAt, resolve: row.resolvedAt }
  const due = { respond: row.respondDue, resolve: row.resolveDue }
  return orderClocks.map((clock) => {
    const { minutes, always } = targets[row.priority - 1]![clock]
    const stoppedAt = stopped[clock] ?? row.closedAt
    const end = stoppedAt === null ? Date.now() : Date.parse(stoppedAt)
    const used = usedBetween(calendar, kindOf, always, begin, end, pauses)
    return {
      clock,
      minutes,
      always,
      due: due[clock],
      byHand: clock === 'resolve' && row.dueByHand,
      stoppedAt,
      usedMinutes: Math.round(used / 6_000) / 10,
      counted: runOf(facts, clock, kindOf)
        .counted.slice(0, mostCounted)
        .filter(({ to }) => Number.isFinite(to))
        .map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })),
      left: facts.pauses,
    }
  })
}

export async function orderAssignees(
  ctx: SeveralTransactions,
  { orderId, search }: InputOf<typeof workOrderApi.orderAssignees>,
): Promise<OutputOf<typeof workOrderApi.orderAssignees>> {
  const people = async (inside: RequestContext) =>
    (await orderRepo.people(inside, { search })).map((person) => ({ ...person }))
  return orderId === undefined
    ? ctx.inTransaction(null, people)
    : inSubjectCompany(ctx, orderSubject(orderId), people)
}

const presented = (row: OrderRow): Item => ({ ...row, category: row.category as Item['category'] })

function presentedEvent({
  id,
  at,
  kind,
  internal,
  detail,
  actorName,
  actorCompanyName,
}: OrderEventRow): Detail['history'][number] {
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : null)
  type Event = Detail['history'][number]
  return {
    id,
    at,
    kind: kind as Event['kind'],
    internal,
    note: text('note'),
    name: text('name'),
    reason: text('reason') as Event['reason'],
    until: text('until'),
    cause: text('cause') as Event['cause'],
    clock: text('clock') as Event['clock'],
    percent: typeof detail['percent'] === 'number' ? detail['percent'] : null,
    fields: listOf(detail['fields']),
    custom: changesOf(detail['custom']),
    files: listOf(detail['files']),
    leftOut: listOf(detail['leftOut']),
    actorName,
    actorCompanyName,
  }
}

const changesOf = (value: unknown): Detail['history'][number]['custom'] =>
  Object.entries((value ?? {}) as Record<string, { before: string | null; after: string | null }>).map(
    ([fieldId, change]) => ({ fieldId, ...change }),
  )
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
