import { expect, test } from 'vitest'
import { clockAt, instantOf } from './wall-clock.ts'

test.each([
  ['2099-01-31T23:59:59', 'Asia/Shanghai', '2099-01-31T15:59:59.000Z'],
  ['2026-11-22T08:30', 'UTC', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22T00:15', 'America/New_York', '2026-11-22T05:15:00.000Z'],
  // The nights in which the clock is turned.
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  ['2026-10-25T04:00', 'Europe/Berlin', '2026-10-25T03:00:00.000Z'],
  ['2026-07-01T12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
])('%s in %s is %s', (clock, zone, instant) => {
  expect(instantOf(clock, zone)).toBe(instant)
  expect(clockAt(new Date(instant), zone)).toBe(clock.slice(0, 16))
})

test('without a zone it is the clock of the browser', () => {
  expect(instantOf('2026-11-22T08:30', null)).toBe(new Date('2026-11-22T08:30').toISOString())
})
