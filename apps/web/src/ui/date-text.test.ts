import { expect, test } from 'vitest'
import { type DateKind, heldText, heldTime, partAt, readTyped } from './date-text.ts'

test.each([
  ['date', '2026-03-05', '2026-03-05'],
  ['date', ' 2026/3/5 ', '2026-03-05'],
  ['date', '2026.03.05', '2026-03-05'],
  ['date', '2026年3月5日', '2026-03-05'],
  ['date', '２０２６－３－５', '2026-03-05'],
  ['date', '20260305', '2026-03-05'],
  ['date', '2024-02-29', '2024-02-29'],
  ['moment', '2026-03-05 09:05', '2026-03-05T09:05'],
  ['moment', '2026-03-05T09:05', '2026-03-05T09:05'],
  ['moment', '2026年3月5日 9时5分', '2026-03-05T09:05'],
  ['moment', '2026-03-05 0905', '2026-03-05T09:05'],
  ['moment', '202603050905', '2026-03-05T09:05'],
  ['moment', '2026-1-1 2:5', '2026-01-01T02:05'],
  ['moment', '2026-03-05', '2026-03-05T00:00'],
  ['time', '9:05', '09:05'],
  ['time', '9：05', '09:05'],
  ['time', '0905', '09:05'],
  ['time', '23点59分', '23:59'],
  ['date', '', ''],
  ['time', '  ', ''],
] as const satisfies [DateKind, string, string][])('a %s typed as "%s" is %s', (kind, typed, held) => {
  expect(readTyped(typed, kind)).toBe(held)
})

test.each([
  ['date', '2026-02-30'],
  ['date', '2026-13-01'],
  ['date', '2023-02-29'],
  ['date', '26-03-05'],
  ['date', '05/03/2026'],
  ['date', '5 March 2026'],
  ['date', '2026-03'],
  ['date', '2026-1-1 2:5'],
  ['date', '12026-03-05'],
  ['date', 'tomorrow'],
  ['moment', '2026-03-05 24:00'],
  ['moment', '2026-03-05 9:05 PM'],
  ['moment', '2026-03-05 09'],
  ['time', '24:00'],
  ['time', '9:60'],
  ['time', '9'],
  ['time', '9:05 pm'],
] as const satisfies [DateKind, string][])('a %s typed as "%s" is none', (kind, typed) => {
  expect(readTyped(typed, kind)).toBeUndefined()
})

test.each([
  ['date', '2026-11-21'],
  // An hour skipped by the clocks of Berlin and New York.
  ['moment', '2026-03-29T02:30'],
  ['moment', '2026-03-08T02:30'],
  ['time', '02:30'],
] as const)('a %s of a form stays as it is: %s', (kind, held) => {
  const at = heldTime(held, kind)
  expect(at).not.toBeNull()
  expect(heldText(at ?? new Date(0), kind)).toBe(held)
})

test('what is empty or no date holds none', () => {
  expect([heldTime('', 'date'), heldTime('soon', 'moment'), heldTime('99:99', 'time')]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  ['2026-03-05', 'date', 0, 'year', '2026'],
  ['2026-03-05', 'date', 4, 'year', '2026'],
  ['2026-03-05', 'date', 5, 'month', '03'],
  ['2026-03-05', 'date', 10, 'day', '05'],
  ['2026-03-05 09:07', 'moment', 12, 'hour', '09'],
  ['2026-03-05 09:07', 'moment', 16, 'minute', '07'],
  ['09:07', 'time', 0, 'hour', '09'],
  ['09:07', 'time', 4, 'minute', '07'],
] as const)('in %s, a %s, the caret at %s stands in the %s', (shown, kind, caret, unit, part) => {
  const { from, to, unit: found } = partAt(caret, kind)
  expect([found, shown.slice(from, to)]).toEqual([unit, part])
})
