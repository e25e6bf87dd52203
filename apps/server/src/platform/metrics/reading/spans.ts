import type { Bucket } from '../codec/buckets.ts'
import { type Counted, type Interval, intervalsOf, rateOf } from './counters.ts'

/** What was measured over a stretch of time: a value, a rate between two readings, or a rollup of several. */
export interface Span {
  readonly from: number
  /** As `from`: a value at a moment. */
  readonly to: number
  readonly min: number
  readonly max: number
  /** The mean is sum / weight: of values their number, of counters the seconds in which they counted. */
  readonly sum: number
  readonly weight: number
  readonly last: number
}

export const ofValue = (at: number, value: number): Span => ({
  from: at,
  to: at,
  min: value,
  max: value,
  sum: value,
  weight: 1,
  last: value,
})

/** Rates of readings in order; where some are missing nothing is made up. */
export const ofReadings = (readings: readonly Counted[]): Span[] =>
  steady(intervalsOf(readings)).map(ofInterval)

function ofInterval(interval: Interval): Span {
  const rate = rateOf(interval)
  const weight = (interval.to - interval.from) / 1000
  return { ...interval, min: rate, max: rate, sum: Number(interval.increase), weight, last: rate }
}

export function ofBucket(kind: 'gauges' | 'counters', from: number, size: number, bucket: Bucket): Span {
  const { min, max, last, count, covered } = bucket
  const sum = Number(bucket.sum)
  if (kind === 'gauges') return { from, to: from, min, max, sum, weight: count, last }
  return { from, to: from + size, min, max, sum, weight: covered / 1000, last }
}

/** Longer than this many usual intervals is a gap: polls were missed. */
const missed = 2.5

/** Without the intervals in which polls were missed. */
export function steady<T extends { from: number; to: number }>(intervals: readonly T[]): T[] {
  const usual = median(intervals.map(({ from, to }) => to - from))
  return intervals.filter(({ from, to }) => to - from <= usual * missed)
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
