import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBuckets } from '../codec/buckets.ts'
import { exact } from '../codec/bytes.ts'
import { encodeLast, noLast } from '../codec/last-samples.ts'
import { encodeCounters, encodeGauges } from '../codec/poll-body.ts'
import { DeviceHours, type DeviceSlots, keyOf, packDevice, type Poll } from './pack-device.ts'

const slots: DeviceSlots = [
  { block: '1', kind: 'gauges' },
  { block: '2', kind: 'counters' },
  { block: '2', kind: 'counters' },
]
const minute = 60_000
const start = Math.floor(1_700_000_000_000 / 21_600_000) * 21_600_000

const poll = (minutes: number, gauge: number, counter: bigint): Poll => ({
  at: start + minutes * minute,
  gauges: encodeGauges([{ slot: 0, value: gauge }]),
  counters: encodeCounters(
    [
      { slot: 1, value: exact(counter), bits: 64, discontinuity: 0 },
      { slot: 2, value: exact(counter * 3n), bits: 64, discontinuity: 0 },
    ],
    minutes * 6000,
  ),
})

/** As the database keeps it. */
class Kept {
  readonly hours = new Map<string, Buffer>()
  readonly rollups = new Map<string, Buffer>()
  last = noLast()

  pack(polls: readonly Poll[]): void {
    const packed = packDevice(new DeviceHours(slots, polls), this)
    for (const { block, hour, samples, five } of packed.hours)
      this.hours.set(keyOf(block, hour), five === null ? samples : Buffer.concat([samples, five]))
    for (const { block, quarter, buckets } of packed.rollups) this.rollups.set(keyOf(block, quarter), buckets)
    this.last = packed.last
  }

  get state() {
    const hex = (rows: Map<string, Buffer>) =>
      Object.fromEntries(
        [...rows].toSorted(([a], [b]) => a.localeCompare(b)).map(([key, row]) => [key, row.toString('hex')]),
      )
    return { hours: hex(this.hours), rollups: hex(this.rollups) }
  }
}

const polls = Array.from({ length: 84 }, (_, index) =>
  poll(index * 5 + (index % 3) / 10, index % 7, BigInt(index) * 10n ** 15n),
)

test('what is packed is the same whatever came late, and however often it came', () => {
  const whole = new Kept()
  whole.pack(polls)
  fc.assert(
    fc.property(
      fc.shuffledSubarray(polls, { minLength: polls.length }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
      (mixed, sizes) => {
        const kept = new Kept()
        let at = 0
        for (const size of sizes) kept.pack(mixed.slice(at, (at += size)))
        kept.pack(mixed.slice(Math.max(0, at - 5)))
        expect(kept.state).toEqual(whole.state)
        expect(encodeLast({ ...kept.last, gauges: new Map() })).toEqual(
          encodeLast({ ...whole.last, gauges: new Map() }),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('a rollup holds the extremes, the sum, the number and the last of an hour, and exact increases', () => {
  const kept = new Kept()
  kept.pack(polls)
  const quarter = start / 21_600_000
  const [gauge] = decodeBuckets('gauges', kept.rollups.get(keyOf('1', quarter))!, 6)
  expect(gauge!.buckets[0]).toEqual({ count: 12, min: 0, max: 6, sum: 31, covered: 0, last: 4 })
  const [, counter] = decodeBuckets('counters', kept.rollups.get(keyOf('2', quarter))!, 6)
  // From the last reading of the first hour to the last of the second.
  expect(counter!.buckets[1]).toMatchObject({ count: 12, sum: 36n * 10n ** 15n, covered: 60 * minute })
})

test('an hour that is polled every minute has rollups of five minutes beside it, one polled every five has none', () => {
  const often = Array.from({ length: 60 }, (_, index) => poll(index, index, BigInt(index)))
  const of = (some: readonly Poll[]) => packDevice(new DeviceHours(slots, some), new Kept()).hours
  expect(of(polls).every(({ five }) => five === null)).toBe(true)
  const [hour] = of(often)
  const [gauge] = decodeBuckets('gauges', hour!.five!, 12)
  expect(gauge!.buckets[2]).toMatchObject({ count: 5, min: 10, max: 14, sum: 60, last: 14 })
})
