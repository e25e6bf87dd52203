import { afterEach, expect, test, vi } from 'vitest'
import { keepTimeZone } from './time-zone.ts'
import { clockAt, dayIn, endOfDay, instantOf, startOfDay } from './wall-clock.ts'

afterEach(() => {
  keepTimeZone(null)
  vi.useRealTimers()
})

test.each([
  ['2099-01-31T23:59:59', 'Asia/Shanghai', '2099-01-31T15:59:59.000Z'],
  ['2026-11-22T08:30', 'UTC', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22T00:15', 'America/New_York', '2026-11-22T05:15:00.000Z'],
  // The nights of the clock change.
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

test('days of forms are those of the zone in which moments are shown', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
  keepTimeZone('Asia/Shanghai')
  expect([dayIn(0), dayIn(15)]).toEqual(['2026-11-22', '2026-12-07'])
  expect(startOfDay('2026-11-22')).toBe('2026-11-21T16:00:00.000Z')
  expect(endOfDay('2026-11-22')).toBe('2026-11-22T15:59:59.000Z')
  keepTimeZone('America/New_York')
  expect(dayIn(0)).toBe('2026-11-21')
  expect(endOfDay(dayIn(0))).toBe('2026-11-22T04:59:59.000Z')
})
