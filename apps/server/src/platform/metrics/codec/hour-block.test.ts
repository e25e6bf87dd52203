import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exact } from './bytes.ts'
import { type CounterBlock, decodeHour, encodeHour, type GaugeBlock } from './hour-block.ts'

const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 3_599_999 }), { minLength: 1, maxLength: 70 })
  .map((offsets) => offsets.toSorted((a, b) => a - b).map((offset) => 1_700_000_000_000 + offset))

/** Ascending slots. */
const slots = (count: number) => Array.from({ length: count }, (_, index) => index * 3 + (index % 2))

const sample = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: -400, max: 4000 }).map((tenths) => tenths / 10),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

test('an hour of gauges comes back bit by bit, whatever the values are and wherever some are missing', () => {
  const block = times.chain((at) =>
    fc
      .array(fc.array(sample, { minLength: at.length, maxLength: at.length }), { minLength: 1, maxLength: 5 })
      .map((columns): GaugeBlock => ({
        kind: 'gauges',
        times: at,
        series: columns.map((values, index) => ({ slot: slots(5)[index]!, values })),
      })),
  )
  fc.assert(
    fc.property(block, (one) => {
      expect(decodeHour('gauges', encodeHour(one))).toEqual(one)
    }),
  )
})

test('an hour of counters comes back exactly, over 2^53, with up times and discontinuities', () => {
  const reading = fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(exact), { nil: undefined })
  const upTime = fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { nil: null })
  const block = times.chain((at) => {
    const all = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: at.length, maxLength: at.length })
    return fc.record({
      kind: fc.constant('counters' as const),
      times: fc.constant(at),
      upTimes: all(upTime),
      series: fc.tuple(all(reading), fc.constantFrom(32 as const, 64 as const)).map(([values, bits]) => [
        { slot: 7, bits, values, discontinuities: [] },
        { slot: 8, bits, values, discontinuities: values.map(() => 5) },
      ]),
    }) satisfies fc.Arbitrary<CounterBlock>
  })
  fc.assert(
    fc.property(block, (one) => {
      const back = decodeHour('counters', encodeHour(one))
      const plain = (hour: CounterBlock) => ({
        ...hour,
        series: hour.series.map(({ slot, bits, values }) => ({ slot, bits, values })),
      })
      expect(plain(back)).toEqual(plain(one))
      for (const slot of [7, 8])
        expect(decodeHour('counters', encodeHour(one), new Set([slot])).series).toEqual(
          back.series.filter((column) => column.slot === slot),
        )
      const marked = back.series[1]!
      const marks = marked.values.flatMap((value, index) =>
        value === undefined ? [] : [marked.discontinuities[index]],
      )
      expect(marks.every((mark) => mark === 5)).toBe(true)
    }),
  )
})

test('an hour of 48 interfaces polled every five minutes takes less than 5 bytes a value', () => {
  const at = Array.from(
    { length: 12 },
    (_, index) => 1_700_000_000_000 + index * 300_000 + ((index * 7919) % 400),
  )
  const block: CounterBlock = {
    kind: 'counters',
    times: at,
    upTimes: at.map((time) => Math.floor(time / 10) - 169_000_000_000),
    series: Array.from({ length: 48 }, (_, slot) => ({
      slot,
      bits: 64,
      values: at.map(
        (_time, index) =>
          4_000_000_000_000 +
          slot * 77_777 +
          index * (300_000_000 + slot * 1_234_567) +
          ((index * 104_729) % 9_999_999),
      ),
      discontinuities: [],
    })),
  }
  expect(encodeHour(block).length / (48 * 12)).toBeLessThan(5)
})
