import {
  type OrderClock,
  orderClocks,
  type ServiceLevel,
  usualLevel,
  warningPercents,
} from '@netward/contract/work-order-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { holidaysOf, importedHolidays } from '../rotas/index.ts'
import { dayIn } from '../../platform/zone.ts'
import { type ClockFacts, clockRepo, type Deadlines } from './clock.repo.ts'
import type { Warning } from './order.repo.ts'
import { type ClockRun, type KindOfDay, kindOfDays, momentOf, type Pause, runClock } from './service-clock.ts'

/** Days after an order was made in which its clocks look for holidays. */
const daysAhead = 500

/** Public holidays from the day on which the oldest of some orders was made. */
export async function holidaysFrom(ctx: Pick<RequestContext, 'db'>, oldest: string): Promise<KindOfDay> {
  const first = dayIn('UTC', Date.parse(oldest)) - 1
  const { holidays } = await holidaysOf(importedHolidays(ctx), first, dayIn('UTC', Date.now()) + daysAhead)
  return kindOfDays(holidays)
}

export const levelOf = ({ agreement, timeZone }: ClockFacts): ServiceLevel =>
  agreement?.level ?? usualLevel(timeZone)

/** Times that do not count. While an order is resolved its clocks have stopped: that counts only once it is reopened. */
export const pausesOf = ({ pauses }: ClockFacts): Pause[] =>
  pauses
    .filter(({ reason, to }) => reason !== 'resolved' || to !== null)
    .map(({ from, to }) => ({ from: Date.parse(from), to: to === null ? null : Date.parse(to) }))

export function runOf(facts: ClockFacts, clock: OrderClock, kindOf: KindOfDay): ClockRun {
  const { calendar, targets } = levelOf(facts)
  const target = targets[facts.priority - 1]![clock]
  return runClock(calendar, kindOf, target, Date.parse(facts.createdAt), pausesOf(facts))
}

/** Deadlines and warnings of an order, from its facts alone. */
export function deadlinesOf(facts: ClockFacts, kindOf: KindOfDay): Deadlines {
  const { agreement, dueByHand, open, resolveDue } = facts
  const runs = { respond: runOf(facts, 'respond', kindOf), resolve: runOf(facts, 'resolve', kindOf) }
  const due = (clock: OrderClock) => (clock === 'resolve' && dueByHand ? resolveDue : instant(runs[clock].at))
  const stopped = { respond: facts.respondedAt ?? facts.resolvedAt, resolve: facts.resolvedAt }
  const warnings = orderClocks
    .filter((clock) => open && stopped[clock] === null)
    .flatMap((clock) => warningsOf(facts, clock, runs[clock]))
    .filter(({ clock, percent }) => !facts.warned.includes(`${clock}:${percent}`))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return {
    id: facts.id,
    agreementId: agreement?.id ?? null,
    agreementVersion: agreement?.version ?? null,
    respondDue: due('respond'),
    resolveDue: due('resolve'),
    warnings,
  }
}

function warningsOf(facts: ClockFacts, clock: OrderClock, run: ClockRun): Warning[] {
  const { minutes } = levelOf(facts).targets[facts.priority - 1]![clock]
  const begin = Date.parse(facts.createdAt)
  const byHand = clock === 'resolve' && facts.dueByHand ? Date.parse(facts.resolveDue ?? '') : null
  return warningPercents.flatMap((percent) => {
    const at = byHand === null ? momentOf(run, minutes, percent) : begin + ((byHand - begin) * percent) / 100
    return at === null ? [] : [{ clock, percent, at: new Date(at).toISOString() }]
  })
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** After any change of an order: its deadlines anew, as another version of it. */
export async function reckon(ctx: Pick<RequestContext, 'db'>, orderId: string): Promise<void> {
  const facts = await clockRepo.find(ctx.db, orderId)
  if (facts === undefined) return
  const kindOf = await holidaysFrom(ctx, facts.createdAt)
  await clockRepo.save(ctx.db, [deadlinesOf(facts, kindOf)], true)
}

/** Orders of one transaction. */
const batch = 500

/**
 * An agreement of the company was added, changed or deleted: open orders are computed by what holds now. It may run at any
 * time, and twice.
 */
export async function reckonOutdated(
  inCompany: <T>(work: (ctx: Pick<RequestContext, 'db'>) => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = '0'
  while (after !== null && !signal.aborted) {
    const begin: string = after
    after = await inCompany(async (ctx) => {
      const outdated = await clockRepo.outdated(ctx.db, begin, batch)
      if (outdated.length === 0) return null
      const oldest = outdated.reduce(
        (least, { createdAt }) =>
          Date.parse(createdAt) < Date.parse(least.createdAt) ? { createdAt } : least,
        { createdAt: outdated[0]!.createdAt },
      )
      const kindOf = await holidaysFrom(ctx, oldest.createdAt)
      await clockRepo.save(
        ctx.db,
        outdated.map((facts) => deadlinesOf(facts, kindOf)),
        false,
      )
      return outdated.length === batch ? outdated.at(-1)!.id : null
    })
  }
}
