import { expect, test } from 'vitest'
import { type Counted, intervalBetween, intervalsOf } from './counters.ts'

const minute = 60_000
const reading = (minutes: number, value: Counted['value'], more: Partial<Counted> = {}): Counted => ({
  at: 1_700_000_000_000 + minutes * minute,
  value,
  bits: 64,
  upTime: null,
  discontinuity: 0,
  ...more,
})
const upTime = (minutes: number) => ({ upTime: minutes * 6000 })

test.each<[string, Counted, Counted, Counted['value'] | null]>([
  ['counts on', reading(0, 100), reading(5, 350), 250],
  ['stands still', reading(0, 100), reading(5, 100), 0],
  ['is exact beyond 2^53', reading(0, 2n ** 60n), reading(5, 2n ** 60n + 1n), 1],
  [
    'wraps at 32 bits while the agent runs on',
    reading(0, 4_294_967_000, { bits: 32, ...upTime(100) }),
    reading(5, 704, { bits: 32, ...upTime(105) }),
    1000,
  ],
  ['wraps at 64 bits', reading(0, 2n ** 64n - 10n, upTime(100)), reading(5, 90, upTime(105)), 100],
  ['begins at zero with the agent', reading(0, 5000, upTime(100)), reading(5, 700, upTime(2)), 700],
  [
    'begins at zero with an agent that has run longer since than the one before',
    reading(0, 5000, upTime(1)),
    reading(30, 6000, upTime(20)),
    6000,
  ],
  [
    'begins at zero with its interface (RFC 2863)',
    reading(0, 5000, upTime(100)),
    reading(5, 6000, { ...upTime(105), discontinuity: 104 * 6000 }),
    6000,
  ],
  [
    'counts on over the 497 days of sysUpTime',
    reading(0, 10, { upTime: 2 ** 32 - 6000 }),
    reading(5, 60, { upTime: 24_000 }),
    50,
  ],
  ['falls without an up time: it began anew', reading(0, 5000), reading(5, 300), 300],
  ['falls for no known reason', reading(0, 5_000_000, upTime(100)), reading(5, 300, upTime(105)), null],
  ['is not known over a night', reading(0, 10), reading(8 * 60, 20), null],
  ['is not known at one moment', reading(0, 10), reading(0, 20), null],
])('a counter %s', (_, before, after, increase) => {
  expect(intervalBetween(before, after)?.increase ?? null).toEqual(increase)
})

test('what an agent counted since it started is spread over the time since then alone', () => {
  const interval = intervalBetween(reading(0, 5000, upTime(100)), reading(5, 1200, upTime(2)))!
  expect((interval.to - interval.from) / minute).toBe(2)
})

test('the increases of all intervals add up to the difference of the ends, wraps included', () => {
  const readings = Array.from({ length: 50 }, (_, index) =>
    reading(index * 5, (index * 999_999_999) % 2 ** 32, { bits: 32, ...upTime(1000 + index * 5) }),
  )
  const sum = intervalsOf(readings).reduce((all, { increase }) => all + Number(increase), 0)
  expect(sum).toBe(49 * 999_999_999)
})
