import {
  calendarShapes,
  closesAfterHours,
  type OrderClock,
  usualTargets,
} from '@netward/contract/work-order-values'
import { expect, test } from 'vitest'
import { holidaysOf } from '../rotas/index.ts'
import type { ClockFacts, PauseRow } from './clock.repo.ts'
import { deadlinesOf, levelOf } from './deadlines.ts'
import type { Warning } from './order.repo.ts'
import { kindOfDays } from './service-clock.ts'

/**
 * Orders of a month in fast time, minute by minute: National Day of 2026 with the days worked instead, weekends, nights,
 * suspensions, reopenings. Beside each order a slow and obvious count of minutes says when its targets are used up.
 */

const minute = 60_000
const zone = 'Asia/Shanghai'
/** Shanghai has no summer time. */
const offset = 8 * 3_600_000
const first = Date.parse('2026-09-15T00:00+08:00')
const days = 30
const clocks: readonly OrderClock[] = ['respond', 'resolve']

/** The same month each time. */
function randomOf(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const everyDay: NonNullable<ClockFacts['agreement']> = {
  id: '1',
  name: '7×12',
  version: 1,
  level: { calendar: { timeZone: zone, ...calendarShapes['7x12'] }, targets: usualTargets },
}

type Act = 'respond' | 'suspend' | 'resume' | 'resolve' | 'reopen' | 'close'

class FollowedOrder {
  readonly acts = new Map<number, Act>()
  readonly used: Record<OrderClock, number> = { respond: 0, resolve: 0 }
  readonly warned: { warning: Warning; used: number }[] = []
  waiting: Warning[] = []
  due: Record<OrderClock, number | null> = { respond: null, resolve: null }
  suspendedFor: PauseRow['reason'] | 'parts' | null = null
  pauses: PauseRow[] = []
  facts: ClockFacts

  constructor(id: number, at: number, random: (most: number) => number) {
    this.facts = {
      id: String(id),
      priority: 1 + random(4),
      open: true,
      createdAt: new Date(at).toISOString(),
      respondedAt: null,
      resolvedAt: null,
      resolveDue: null,
      dueByHand: false,
      warned: [],
      timeZone: zone,
      pauses: [],
      agreement: random(3) === 0 ? everyDay : null,
    }
    const pauseAs = (['customer', 'carrier', 'parts'] as const)[random(3)]!
    let now = at
    const later = (act: Act, most: number) => {
      now += (1 + random(most)) * minute
      this.acts.set(now, act)
    }
    later('respond', 400)
    if (random(2) === 0) {
      later('suspend', 600)
      this.reason = pauseAs
      later('resume', 4000)
    }
    later('resolve', 2500)
    if (random(4) === 0) {
      later('reopen', 2000)
      later('resolve', 1500)
    }
    this.acts.set(now + closesAfterHours * 60 * minute, 'close')
  }
  reason: 'customer' | 'carrier' | 'parts' = 'customer'

  act(at: number, act: Act, reckon: (facts: ClockFacts) => ReturnType<typeof deadlinesOf>): void {
    const moment = new Date(at).toISOString()
    const end = () => {
      this.pauses = this.pauses.map((pause) => (pause.to === null ? { ...pause, to: moment } : pause))
    }
    const begin = (reason: PauseRow['reason']) => this.pauses.push({ reason, from: moment, to: null })
    const change: Partial<ClockFacts> = {}
    if (act === 'respond') Object.assign(change, { respondedAt: moment })
    if (act === 'suspend') {
      this.suspendedFor = this.reason
      if (this.reason !== 'parts') begin(this.reason)
    }
    if (act === 'resume') {
      this.suspendedFor = null
      end()
    }
    if (act === 'resolve') {
      Object.assign(change, { resolvedAt: moment })
      begin('resolved')
    }
    if (act === 'reopen') {
      Object.assign(change, { resolvedAt: null })
      end()
    }
    if (act === 'close') Object.assign(change, { open: false })
    this.facts = { ...this.facts, ...change, pauses: this.pauses }
    this.reckon(reckon)
  }

  reckon(reckon: (facts: ClockFacts) => ReturnType<typeof deadlinesOf>): void {
    const { respondDue, resolveDue, warnings } = reckon(this.facts)
    const at = (due: string | null) => (due === null ? null : Date.parse(due))
    this.due = { respond: at(respondDue), resolve: at(resolveDue) }
    this.waiting = [...warnings]
  }

  /** Slow and obvious: whether the minute that begins now counts. */
  counts(at: number, clock: OrderClock, isOff: (day: string, weekday: number) => boolean): boolean {
    const { respondedAt, resolvedAt, priority } = this.facts
    if (resolvedAt !== null || (clock === 'respond' && respondedAt !== null)) return false
    if (this.suspendedFor === 'customer' || this.suspendedFor === 'carrier') return false
    if (levelOf(this.facts).targets[priority - 1]![clock].always) return true
    const wall = new Date(at + offset)
    const minutes = wall.getUTCHours() * 60 + wall.getUTCMinutes()
    if (this.facts.agreement !== null) return minutes >= 480 && minutes < 1200
    const works = (minutes >= 540 && minutes < 720) || (minutes >= 780 && minutes < 1080)
    return works && !isOff(wall.toISOString().slice(0, 10), wall.getUTCDay())
  }
}

test('a month of orders: deadlines and warnings come when the minutes are used up, each once', async () => {
  const firstDay = Math.floor((first + offset) / 86_400_000)
  const { holidays } = await holidaysOf(async () => [], firstDay - 1, firstDay + 400)
  const kindOf = kindOfDays(holidays)
  const named = new Map(holidays.map(({ day, off }) => [day, off]))
  const isOff = (day: string, weekday: number) => named.get(day) ?? (weekday === 0 || weekday === 6)
  // The shipped table has the holiday and a day worked instead, or the month would prove nothing of them.
  expect(isOff('2026-10-01', 4)).toBe(true)
  expect(holidays.some(({ day, off }) => !off && day.startsWith('2026-'))).toBe(true)
  const reckon = (facts: ClockFacts) => deadlinesOf(facts, kindOf)
  const random = randomOf(20_260_915)
  const arrivals = Array.from({ length: 400 }, () => first + random(days * 1440) * minute).toSorted(
    (a, b) => a - b,
  )

  const orders: FollowedOrder[] = []
  const seen = { used: 0, late: 0, reopened: 0, suspended: 0 }
  const wrong: string[] = []
  for (let at = first; at < first + (days + 10) * 86_400_000; at += minute) {
    while (arrivals[0] === at) {
      arrivals.shift()
      const order = new FollowedOrder(orders.length + 1, at, random)
      order.reckon(reckon)
      orders.push(order)
    }
    for (const order of orders) {
      if (!order.facts.open) continue
      const act = order.acts.get(at)
      if (act !== undefined) {
        order.act(at, act, reckon)
        if (act === 'reopen') seen.reopened += 1
        if (act === 'suspend') seen.suspended += 1
      }
      // As the sweep does: what is due goes out, and is not computed again.
      while (order.waiting[0] !== undefined && Date.parse(order.waiting[0].at) <= at) {
        const warning = order.waiting.shift()!
        order.warned.push({ warning, used: order.used[warning.clock] })
        order.facts = {
          ...order.facts,
          warned: [...order.facts.warned, `${warning.clock}:${warning.percent}`],
        }
      }
      for (const clock of clocks)
        if (order.counts(at, clock, isOff)) {
          order.used[clock] += 1
          const { minutes } = levelOf(order.facts).targets[order.facts.priority - 1]![clock]
          if (order.used[clock] !== minutes) continue
          seen.used += 1
          if (order.due[clock] !== at + minute)
            wrong.push(`${order.facts.id} ${clock}: ${order.due[clock]} instead of ${at + minute}`)
        }
    }
  }
  for (const { facts, warned } of orders) {
    const sent = warned.map(({ warning }) => `${warning.clock}:${warning.percent}`)
    if (new Set(sent).size !== sent.length) wrong.push(`${facts.id} warned twice: ${sent.join()}`)
    for (const { warning, used } of warned) {
      const { minutes } = levelOf(facts).targets[facts.priority - 1]![warning.clock]
      const share = (minutes * warning.percent) / 100
      // A warning goes out at the minute in which its share is used up.
      if (used < share || used - 1 >= share)
        wrong.push(`${facts.id} ${warning.clock} ${warning.percent}: ${used} of ${minutes}`)
      if (warning.percent === 100) seen.late += 1
    }
  }
  expect(wrong).toEqual([])
  expect(orders.every(({ facts }) => !facts.open)).toBe(true)
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
})
