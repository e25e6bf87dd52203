import { expect, test } from 'vitest'
import { type Bucket, type BucketColumn, decodeBuckets, encodeBuckets } from './buckets.ts'
import { decodeHour, encodeHour, type GaugeBlock } from './hour-block.ts'

/** Columns that nobody wants are skipped: those behind them are read as if all were. */

const bucket = (value: number): Bucket => ({
  count: 2,
  sum: Math.round(2 * value),
  covered: 300_000,
  min: value - 1,
  max: value + 1,
  last: value,
})
const columns = (values: readonly number[]): BucketColumn[] =>
  values.map((value, at) => ({
    slot: at * 3,
    buckets: Array.from({ length: 12 }, (_, index) =>
      index % (at + 2) === 0 ? bucket(value + index) : null,
    ),
  }))

test.each([
  ['counters', [1, 2_000_000, 40]],
  ['gauges', [1.5, 20, 1e-9 / 3, 7]],
] as const)('rollups of %s', (kind, values) => {
  const bytes = encodeBuckets(kind, columns(values))
  const all = decodeBuckets(kind, bytes, 12)
  for (const { slot } of all)
    expect(decodeBuckets(kind, bytes, 12, new Set([slot]))).toEqual(all.filter((one) => one.slot === slot))
  expect(decodeBuckets(kind, bytes, 12, new Set())).toEqual([])
})

test('samples of gauges, of any scale and with gaps', () => {
  const block: GaugeBlock = {
    kind: 'gauges',
    times: [0, 300_000, 600_000],
    series: [
      { slot: 1, values: [1.25, undefined, 3] },
      { slot: 4, values: [1e-9 / 3, 0.1, undefined] },
      { slot: 5, values: [7, 8, 9] },
    ],
  }
  const bytes = encodeHour(block)
  const all = decodeHour('gauges', bytes)
  expect(all).toEqual(block)
  for (const { slot } of block.series)
    expect(decodeHour('gauges', bytes, new Set([slot])).series).toEqual(
      block.series.filter((one) => one.slot === slot),
    )
})
