import { type BusinessHours, parseHours } from '@netward/contract/business-hours'
import { nextClosedWindow } from '@netward/contract/open-times'

/** What a campaign decides by, without a database: how its gateways are divided, and what comes next. */

export interface Ring {
  readonly kind: 'percent' | 'count'
  readonly value: number
  readonly soakMinutes: number
}

/** How many gateways each ring has: together all of them, and the last one takes what the others leave. */
export function ringSizes(rings: readonly Ring[], targets: number): number[] {
  let left = targets
  return rings.map(({ kind, value }, index) => {
    const wanted = kind === 'count' ? value : Math.ceil((targets * value) / 100)
    const size = index === rings.length - 1 ? left : Math.min(left, wanted)
    left -= size
    return size
  })
}

/** A ring that is open, or was left behind, as it is now. */
export interface RingNow {
  readonly size: number
  readonly waiting: number
  readonly underWay: number
  readonly verified: number
  /** Those too that went back to their earlier version. */
  readonly failed: number
  /** Verified, and gone offline since. */
  readonly lost: number
}

export interface Judged {
  readonly maxFailurePercent: number
  /** So much of a ring has to be verified before the next one opens; 100: all of it has to have ended. */
  readonly advancePercent: number
  /** By ring, failures that somebody went on in spite of. */
  readonly forgiven: readonly number[]
  readonly soakMinutes: number
  readonly isLast: boolean
  /** When enough of the open ring were there; null while they are not. */
  readonly settledAt: Date | null
  /** Until then a live campaign takes in others; null where it is none. */
  readonly liveUntil: Date | null
  readonly now: Date
}

export type NextStep = 'stop' | 'send' | 'settle' | 'soak' | 'open' | 'complete'

/** So many have to have ended before their share alone stops a ring. */
const tellingNumber = 20

/** Failures and gateways that do not come back: more than the share of its ring, or of those that have ended so far. */
export function isFailing(ring: RingNow, maxFailurePercent: number, forgiven: number): boolean {
  const bad = ring.failed + ring.lost - forgiven
  if (bad <= 0) return false
  const ended = ring.verified + ring.failed - forgiven
  return (
    bad > Math.floor((ring.size * maxFailurePercent) / 100) ||
    (ended >= tellingNumber && bad * 100 > maxFailurePercent * ended)
  )
}

const leftOf = ({ waiting, underWay }: RingNow) => waiting + underWay

/** Whether the next ring need not wait for what is left of this one. What was given up is no part of the share. */
function isThere(ring: RingNow, advancePercent: number): boolean {
  const asked = leftOf(ring) + ring.verified + ring.failed
  return leftOf(ring) === 0 || (ring.verified - ring.lost) * 100 >= advancePercent * asked
}

/** What comes next for the rings up to the open one, which is the last of them. Meanwhile those left behind are asked on. */
export function nextStep(rings: readonly RingNow[], judged: Judged): NextStep {
  const { maxFailurePercent, advancePercent, forgiven } = judged
  const open = rings.at(-1)!
  const failing = rings.some((ring, index) => {
    if (ring === open) return isFailing(ring, maxFailurePercent, forgiven[index] ?? 0)
    // Who was verified in a ring left behind was watched with it.
    return advancePercent < 100 && isFailing({ ...ring, lost: 0 }, maxFailurePercent, forgiven[index] ?? 0)
  })
  if (failing) return 'stop'
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

/** What is forgiven when the next ring opens: in the one left behind those that inform less count no more. */
export function forgivenBehind(rings: readonly RingNow[], forgiven: readonly number[]): number[] {
  return rings.map(({ failed }, index) => Math.min(failed, forgiven[index] ?? 0))
}

export interface Pace {
  readonly maxConcurrent: number
  readonly underWay: number
  readonly perMinute: number
  readonly sentThisMinute: number
}

/** How many more may be asked now. */
export function roomFor({ maxConcurrent, underWay, perMinute, sentThisMinute }: Pace): number {
  return Math.max(0, Math.min(maxConcurrent - underWay, perMinute - sentThisMinute))
}

export interface UpgradeWindow {
  readonly kind: 'any' | 'closed_hours' | 'daily'
  readonly fromMinute: number | null
  readonly toMinute: number | null
}

/** A download and a restart: what is shorter is no window. */
const shortestMinutes = 30

/** When a gateway may be upgraded next. */
export interface Turn {
  /** Null: now. */
  readonly from: Date | null
  /** What is not begun by then waits for the next one; null: it has no end. */
  readonly until: Date | null
}

/** Of an outlet without hours that are known the hours of the day count; one that never closes is asked about again in a day. */
export function turnOf(window: UpgradeWindow, place: { hours: string; timeZone: string }, now: Date): Turn {
  const known = window.kind === 'closed_hours' ? parseHours(place.hours) : null
  const open = known ?? hoursAgainst(window)
  if (open === null) return { from: null, until: null }
  const closed = nextClosedWindow(open, place.timeZone, now, known === null ? 1 : shortestMinutes)
  if (closed === null) return { from: new Date(now.getTime() + 86_400_000), until: null }
  return { from: closed.start.getTime() <= now.getTime() ? null : closed.start, until: closed.end }
}

/** The hours of the day in which nothing is done. */
function hoursAgainst({ kind, fromMinute, toMinute }: UpgradeWindow): BusinessHours | null {
  if (kind === 'any' || fromMinute === null || toMinute === null || fromMinute === toMinute) return null
  const opening = { from: toMinute, to: fromMinute > toMinute ? fromMinute : fromMinute + 1440 }
  return { week: Array.from({ length: 7 }, () => [opening]), exceptions: [] }
}
