import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLine, type Measured, stepSeconds } from './compare-lines.ts'

const stepMs = stepSeconds * 1000
const hour = 6
/** 24 hours before, an hour of the upgrade, and 24 hours after. */
const grid = { start: 0, stepMs }
const upgrade = { sentAt: 24 * hour * stepMs, verifiedAt: 25 * hour * stepMs }

type Values = readonly (number | null)[]
const steady = (value: number | null, steps: number): Values => Array<number | null>(steps).fill(value)

/** The upgrade itself loses everything, which does not count; nor does the step of the restart. */
function line(
  metric: Measured['metric'],
  before: Values,
  after: Values,
  during = metric === 'line_loss' ? 100 : 900,
): Measured {
  return { metric, values: [...before, ...steady(during, hour + 1), ...after] }
}
const loss = (before: number | null, after: number | null, steps = 24 * hour) =>
  line('line_loss', steady(before, 24 * hour), steady(after, steps))
const rtt = (before: number | null, after: number | null, steps = 24 * hour) =>
  line('line_rtt_median', steady(before, 24 * hour), steady(after, steps))
const compare = (...measured: Measured[]) => compareLine(measured, upgrade, grid)

test.each<[what: string, measured: Measured[], worse: Measured['metric'] | null]>([
  ['nothing was measured', [], null],
  ['nothing changed', [loss(0, 0), rtt(20, 20)], null],
  ['loss is 2 points higher', [loss(0, 2), rtt(20, 20)], 'line_loss'],
  ['loss is less than 2 points higher', [loss(0, 1.9)], null],
  ['loss was as high before', [loss(30, 31)], null],
  ['loss fell', [loss(30, 0)], null],
  ['a target alone lost 6 % of three', [loss(0, 0), loss(0, 0), loss(0, 6)], 'line_loss'],
  ['a target alone lost 5 % of three', [loss(0, 0), loss(0, 0), loss(0, 5)], null],
  ['the time is 1.5 times as long and 20 ms longer', [rtt(40, 60)], 'line_rtt_median'],
  ['a short time doubled, by less than 20 ms', [rtt(5, 24)], null],
  ['a long time is 20 ms longer, by less than half', [rtt(100, 149)], null],
  ['loss says it before the time does', [rtt(40, 400), loss(0, 9)], 'line_loss'],
  ['20 minutes after the restart are too little', [loss(0, 50, 2)], null],
  ['half an hour after the restart is enough', [loss(0, 50, 3)], 'line_loss'],
  [
    'it was measured for 50 minutes before',
    [line('line_loss', [...steady(null, 139), ...steady(0, 5)], steady(50, 9))],
    null,
  ],
  [
    'it was measured for an hour before',
    [line('line_loss', [...steady(null, 138), ...steady(0, 6)], steady(50, 9))],
    'line_loss',
  ],
  ['a new target has no time before', [loss(null, 100), loss(0, 0)], null],
  ['blind minutes are no loss', [loss(0, null), rtt(20, null)], null],
])('%s: %s', (_, measured, worse) => {
  expect(compare(...measured)?.metric ?? null).toBe(worse)
})

test('a few late minutes do not make a line slow, and figures are those of the rule', () => {
  const spikes = [...steady(30, 20), ...steady(2000, 9)]
  expect(compare(line('line_rtt_median', steady(30, 144), spikes))).toBeNull()
  expect(compare(loss(0.5, 6))).toEqual({ metric: 'line_loss', before: 0.5, after: 6 })
})

test('a day after the upgrade the comparison is over', () => {
  const later = line('line_loss', steady(0, 144), [...steady(0, 144), ...steady(100, 300)])
  expect(compare(later)).toBeNull()
})

test('values that only get better, or are not there, never make a line worse', () => {
  const values = fc.array(fc.option(fc.double({ min: 0, max: 100, noNaN: true })), {
    minLength: 6,
    maxLength: 144,
  })
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (measured, factor) => {
      const least = Math.min(...measured.filter((value) => value !== null))
      const after = measured.map((value) => (value === null ? null : Math.min(value, least * factor)))
      const before = [...steady(null, 144 - measured.length), ...measured]
      expect(compare(line('line_loss', before, after), line('line_rtt_median', before, after))).toBeNull()
    }),
  )
})
