import type { PacketTimes } from './link-tests.ts'

/** What the packets of one test say. Times in milliseconds; null: no packet came back. */
export interface PacketSummary {
  readonly sent: number
  readonly received: number
  /** Per cent; null: nothing was sent. */
  readonly loss: number | null
  readonly rtt: RttDistribution | null
  /** RFC 3550 A.8 on differences of round-trip times. Null before two replies. */
  readonly jitter: number | null
  /** ITU-T G.107; null where no packet came back. */
  readonly mos: number | null
}

export interface RttDistribution {
  readonly min: number
  readonly q25: number
  readonly median: number
  readonly q75: number
  readonly p95: number
  readonly max: number
  readonly avg: number
}

/** A reply that took longer than `lateMs` is lost. */
export function withoutLate(times: PacketTimes, lateMs: number): PacketTimes {
  return times.map((time) => (time === null || time > lateMs ? null : time))
}

/** @param jitterBefore of the tests before this one: RFC 3550 A.8 is a running estimate */
export function summarise(times: PacketTimes, jitterBefore: number | null = null): PacketSummary {
  const answered = times.filter((time) => time !== null)
  const loss = times.length === 0 ? null : (100 * (times.length - answered.length)) / times.length
  const rtt = distributionOf(answered)
  return {
    sent: times.length,
    received: answered.length,
    loss,
    rtt,
    jitter: jitterOf(answered, jitterBefore),
    // The way there is half of the way there and back.
    mos: loss === null || rtt === null ? null : mosOf(rtt.avg / 2, loss),
  }
}

export function distributionOf(times: readonly number[]): RttDistribution | null {
  const sorted = times.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) return null
  const sum = sorted.reduce((before, time) => before + time, 0)
  return {
    min,
    q25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    max,
    // Rounding must not put a mean outside of what it is the mean of.
    avg: Math.min(max, Math.max(min, sum / sorted.length)),
  }
}

/**
 * Between the two nearest values, linearly (Hyndman and Fan, definition 7).
 * @param sorted ascending, at least one
 */
export function quantile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return Math.min(above, below + (above - below) * (place - Math.floor(place)))
}

/**
 * J += (|D| − J) / 16 of RFC 3550 A.8, where D is the difference of two round-trip times in a row.
 * @param times of the replies, in order of sending
 */
export function jitterOf(times: readonly number[], before: number | null = null): number | null {
  let jitter = before
  let last: number | null = null
  for (const time of times) {
    if (last !== null) jitter = (jitter ?? 0) + (Math.abs(time - last) - (jitter ?? 0)) / 16
    last = time
  }
  return jitter
}

/** R of a call without delay and loss, by the default parameters of G.107. */
const bestR = 93.2
/** Of G.711 with packet loss concealment (G.113 appendix I), random loss. */
const lossRobustness = 25.1

/**
 * MOS of a call with G.711 and packet loss concealment, by the default parameters of ITU-T G.107. The delay impairment is
 * its usual approximation by two straight lines (Cole and Rosenbluth, 2001).
 * @param delayMs one way
 * @param loss per cent
 */
export function mosOf(delayMs: number, loss: number): number {
  const delayImpairment = 0.024 * delayMs + (delayMs > 177.3 ? 0.11 * (delayMs - 177.3) : 0)
  const lossImpairment = (95 * loss) / (loss + lossRobustness)
  const r = bestR - delayImpairment - lossImpairment
  if (r <= 0) return 1
  // Annex B; below R = 6.5 the polynomial falls under its own lowest score.
  return Math.max(1, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6)
}
