import { difference, type Integer, total } from '../codec/bytes.ts'

/** A reading of a counter, with what decides whether it counted on since the one before. */
export interface Counted {
  /** Milliseconds since 1970. */
  at: number
  value: Integer
  bits: 32 | 64
  /** sysUpTime (RFC 3418), in hundredths of a second; null: the source has none. */
  upTime: number | null
  /** ifCounterDiscontinuityTime (RFC 2863). */
  discontinuity: number
}

/** What a counter counted between two readings. `from` is later than the earlier one if it began anew in between. */
export interface Interval {
  from: number
  to: number
  increase: Integer
}

/** No rate is made over more than this: hourly reports have one, a night offline has none. */
export const longestInterval = 75 * 60_000

const upTimeWraps = 2 ** 32
const tolerance = 1_000
const full = { 32: 2 ** 32, 64: 2n ** 64n } as const
const half = 2n ** 63n

/** @returns null where nothing can be said: too long a gap, or a 64-bit counter that fell for no known reason. */
export function intervalBetween(a: Counted, b: Counted): Interval | null {
  const elapsed = b.at - a.at
  if (elapsed <= 0 || elapsed > longestInterval) return null
  const anew = begunAnew(a, b, elapsed)
  if (anew !== null) return anew > 0 ? { from: b.at - anew, to: b.at, increase: b.value } : null
  const increase = difference(b.value, a.value)
  if (increase >= 0) return { from: a.at, to: b.at, increase }
  const wrapped = total(increase, full[b.bits])
  // Nothing counts 2^63 within an hour: it was set to zero without a notice.
  return wrapped >= half ? null : { from: a.at, to: b.at, increase: wrapped }
}

/** Milliseconds for which it has counted since it began anew, at most `elapsed`; null: it counted on. */
function begunAnew(a: Counted, b: Counted, elapsed: number): number | null {
  // Without an up time, a fall is a restart at an unknown moment.
  if (a.upTime === null || b.upTime === null) return b.value < a.value ? elapsed : null
  if (restarted(a.upTime, b.upTime, elapsed)) return Math.min(elapsed, b.upTime * 10)
  if (a.discontinuity === b.discontinuity) return null
  const since = (b.upTime - b.discontinuity) * 10
  return since >= 0 ? Math.min(elapsed, since) : elapsed
}

/** Whether the agent started between two up times: by its own clock, which may run 5 % slow. */
function restarted(before: number, after: number, elapsed: number): boolean {
  const expected = before + elapsed / 10
  // After 497 days it begins at zero by itself.
  const wrapped = expected >= upTimeWraps - tolerance && after < before ? after + upTimeWraps : after
  return wrapped < before || wrapped < expected - tolerance - elapsed / 200
}

/** Readings in order of time to intervals. */
export function intervalsOf(readings: readonly Counted[]): Interval[] {
  const intervals: Interval[] = []
  for (let index = 1; index < readings.length; index++) {
    const interval = intervalBetween(readings[index - 1]!, readings[index]!)
    if (interval) intervals.push(interval)
  }
  return intervals
}

/** Per second. */
export const rateOf = ({ from, to, increase }: Interval): number => (Number(increase) * 1000) / (to - from)
