import type { Bucket } from '../codec/buckets.ts'
import { total } from '../codec/bytes.ts'
import { type Counted, intervalsOf, rateOf } from '../reading/counters.ts'
import { steady } from '../reading/spans.ts'
import type { Sampled } from './columns.ts'

/** Values of a gauge, in order, to buckets of equal length. */
export function bucketsOfValues(
  samples: Sampled,
  start: number,
  size: number,
  count: number,
): (Bucket | null)[] {
  const buckets: (Bucket | null)[] = Array.from({ length: count }, () => null)
  for (const { at, value: exact } of samples) {
    const value = Number(exact)
    const index = Math.floor((at - start) / size)
    const bucket = buckets[index]
    if (!bucket) {
      buckets[index] = { count: 1, sum: value, covered: 0, min: value, max: value, last: value }
      continue
    }
    bucket.count += 1
    bucket.sum = Number(bucket.sum) + value
    bucket.last = value
    if (value < bucket.min) bucket.min = value
    if (value > bucket.max) bucket.max = value
  }
  return buckets
}

/** What counters counted; an interval belongs whole to the bucket that it ends in, so that sums stay exact. */
export function bucketsOfReadings(
  before: Counted | undefined,
  readings: readonly Counted[],
  start: number,
  size: number,
  count: number,
): (Bucket | null)[] {
  const buckets: (Bucket | null)[] = Array.from({ length: count }, () => null)
  for (const interval of steady(intervalsOf(before ? [before, ...readings] : readings))) {
    const rate = rateOf(interval)
    const covered = Math.round(interval.to - interval.from)
    const index = Math.floor((interval.to - start) / size)
    const bucket = buckets[index]
    if (!bucket) {
      buckets[index] = { count: 1, sum: interval.increase, covered, min: rate, max: rate, last: rate }
      continue
    }
    bucket.count += 1
    bucket.sum = total(bucket.sum, interval.increase)
    bucket.covered += covered
    bucket.last = rate
    if (rate < bucket.min) bucket.min = rate
    if (rate > bucket.max) bucket.max = rate
  }
  return buckets
}
