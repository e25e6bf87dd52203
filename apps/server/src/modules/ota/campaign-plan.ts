import { type BusinessHours, parseHours } from '@netward/contract/business-hours'
import { nextClosedWindow } from '@netward/contract/open-times'

/** Campaign decisions without a database: how gateways are divided into rings, and what comes next. */

export interface Ring {
  readonly kind: 'percent' | 'count'
  readonly value: number
  readonly soakMinutes: number
}

/** Gateways per ring; the last ring takes the remainder. */
export function ringSizes(rings: readonly Ring[], targets: number): number[] {
  let left = targets
  return rings.map(({ kind, value }, index) => {
    const wanted = kind === 'count' ? value : Math.ceil((targets * value) / 100)
    const size = index === rings.length - 1 ? left : Math.min(left, wanted)
    left -= size
    return size
  })
}

/** Current state of an open or earlier ring. */
export interface RingNow {
  readonly size: number
  readonly waiting: number
  readonly underWay: number
  readonly verified: number
  /** Includes those that reverted to their earlier version. */
  readonly failed: number
  /** Verified, then went offline. */
  readonly lost: number
  /** Verified, with a line that got worse (compare-lines.ts). */
  readonly worse: number
}

export interface Judged {
  readonly maxFailurePercent: number
  /** Share of a ring to verify before the next opens; 100: the whole ring must have ended. */
  readonly advancePercent: number
  /** Per ring: failures overridden by a user. */
  readonly forgiven: readonly number[]
  readonly soakMinutes: number
  readonly isLast: boolean
  /** When enough of the open ring was verified; null until then. */
  readonly settledAt: Date | null
  /** When a live campaign stops admitting; null if not live. */
  readonly liveUntil: Date | null
  readonly now: Date
}

export type NextStep = 'stop' | 'stop_for_lines' | 'send' | 'settle' | 'soak' | 'open' | 'complete'

/** Minimum ended gateways before the failure share alone stops a ring. */
const significantNumber = 20

/**
 * Failures and gateways that do not come back exceed the limit, as a share of the ring or of those ended so
 * far.
 */
export function isFailing(ring: RingNow, maxFailurePercent: number, forgiven: number): boolean {
  const bad = ring.failed + ring.lost - forgiven
  if (bad <= 0) return false
  const ended = ring.verified + ring.failed - forgiven
  return (
    bad > Math.floor((ring.size * maxFailurePercent) / 100) ||
    (ended >= significantNumber && bad * 100 > maxFailurePercent * ended)
  )
}

/** Lines got worse at more gateways of a ring than may fail. They count in each ring: a line is compared for a day. */
export function isWorsening(ring: RingNow, maxFailurePercent: number): boolean {
  const { verified, worse } = ring
  return isFailing({ ...ring, verified: verified - worse, failed: worse, lost: 0 }, maxFailurePercent, 0)
}

const leftOf = ({ waiting, underWay }: RingNow) => waiting + underWay

/** Whether the next ring can open before this one ends. Gateways given up do not count towards the share. */
function isThere(ring: RingNow, advancePercent: number): boolean {
  const asked = leftOf(ring) + ring.verified + ring.failed
  return leftOf(ring) === 0 || (ring.verified - ring.lost) * 100 >= advancePercent * asked
}

/** Next action for the rings up to the open one, which is the last. Earlier rings keep being processed. */
export function nextStep(rings: readonly RingNow[], judged: Judged): NextStep {
  const { maxFailurePercent, advancePercent, forgiven } = judged
  const open = rings.at(-1)!
  const failing = rings.some((ring, index) => {
    if (ring === open) return isFailing(ring, maxFailurePercent, forgiven[index] ?? 0)
    // Gateways verified in an earlier ring were observed with it.
    return advancePercent < 100 && isFailing({ ...ring, lost: 0 }, maxFailurePercent, forgiven[index] ?? 0)
  })
  if (failing) return 'stop'
  if (rings.some((ring) => isWorsening(ring, maxFailurePercent))) return 'stop_for_lines'
  if (judged.isLast) {
    if (rings.some((ring) => leftOf(ring) > 0)) return 'send'
    return judged.liveUntil !== null && judged.liveUntil.getTime() > judged.now.getTime()
      ? 'soak'
      : 'complete'
  }
  if (!isThere(open, advancePercent)) return 'send'
  if (judged.settledAt === null) return judged.soakMinutes === 0 ? 'open' : 'settle'
  const soaked = judged.now.getTime() - judged.settledAt.getTime()
  return soaked >= judged.soakMinutes * 60_000 ? 'open' : 'soak'
}

/**
 * What is forgiven when the next ring opens: gateways of the earlier ring that inform less no longer count.
 */
export function forgivenBehind(rings: readonly RingNow[], forgiven: readonly number[]): number[] {
  return rings.map(({ failed }, index) => Math.min(failed, forgiven[index] ?? 0))
}

export interface Pace {
  readonly maxConcurrent: number
  readonly underWay: number
  readonly perMinute: number
  readonly sentThisMinute: number
}

/** How many more gateways may start now. */
export function roomFor({ maxConcurrent, underWay, perMinute, sentThisMinute }: Pace): number {
  return Math.max(0, Math.min(maxConcurrent - underWay, perMinute - sentThisMinute))
}

export interface UpgradeWindow {
  readonly kind: 'any' | 'closed_hours' | 'daily'
  readonly fromMinute: number | null
  readonly toMinute: number | null
}

/** A download and a restart: anything shorter is not a window. */
const shortestMinutes = 30

/** When a gateway may next be upgraded. */
export interface Turn {
  /** Null: now. */
  readonly from: Date | null
  /** Anything not started before this waits for the next window; null: no end. */
  readonly until: Date | null
}

/**
 * An outlet without known hours uses the hours of the day; one that never closes is checked again in a day.
 */
export function turnOf(window: UpgradeWindow, place: { hours: string; timeZone: string }, now: Date): Turn {
  const known = window.kind === 'closed_hours' ? parseHours(place.hours) : null
  const open = known ?? hoursAgainst(window)
  if (open === null) return { from: null, until: null }
  const closed = nextClosedWindow(open, place.timeZone, now, known === null ? 1 : shortestMinutes)
  if (closed === null) return { from: new Date(now.getTime() + 86_400_000), until: null }
  return { from: closed.start.getTime() <= now.getTime() ? null : closed.start, until: closed.end }
}

/** The hours of the day without upgrades. */
function hoursAgainst({ kind, fromMinute, toMinute }: UpgradeWindow): BusinessHours | null {
  if (kind === 'any' || fromMinute === null || toMinute === null || fromMinute === toMinute) return null
  const opening = { from: toMinute, to: fromMinute > toMinute ? fromMinute : fromMinute + 1440 }
  return { week: Array.from({ length: 7 }, () => [opening]), exceptions: [] }
}
