import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHours } from './business-hours.ts'
import { isOpen, nextClosedWindow } from './open-times.ts'

const hours = (text: string) => parseHours(text)!
const window = (text: string, zone: string, from: string, minutes: number) => {
  const found = nextClosedWindow(hours(text), zone, new Date(from), minutes)
  return found === null ? null : [found.start.toISOString(), found.end?.toISOString() ?? null]
}

describe('an outlet is open', () => {
  test.each([
    // 2026-11-20 is a Friday.
    ['Mo-Fr 09:00-18:00', 'Asia/Shanghai', '2026-11-20T01:00:00Z', true],
    ['Mo-Fr 09:00-18:00', 'Asia/Shanghai', '2026-11-20T00:59:59.999Z', false],
    ['Mo-Fr 09:00-18:00', 'Asia/Shanghai', '2026-11-20T10:00:00Z', false],
    ['Mo-Fr 09:00-18:00', 'Asia/Shanghai', '2026-11-21T02:00:00Z', false],
    // Saturday 01:30 belongs to Friday's evening.
    ['Fr 18:00-02:00', 'Asia/Shanghai', '2026-11-20T17:30:00Z', true],
    ['Fr 18:00-02:00', 'Asia/Shanghai', '2026-11-20T18:00:00Z', false],
    ['Sa 18:00-02:00', 'Asia/Shanghai', '2026-11-20T17:30:00Z', false],
    // A date precedes the weekday, and what began the day before lasts.
    ['24/7; 2026-11-20 off', 'Asia/Shanghai', '2026-11-20T03:00:00Z', false],
    ['Th 18:00-02:00; 2026-11-20 off', 'Asia/Shanghai', '2026-11-19T17:00:00Z', true],
    ['Mo-Fr 09:00-18:00; 2026-11-21 10:00-12:00', 'Asia/Shanghai', '2026-11-21T03:00:00Z', true],
    // New York puts its clocks forward on 2026-03-08 at 02:00 and back on 2026-11-01 at 02:00.
    ['02:30-03:30', 'America/New_York', '2026-03-08T07:29:00Z', true],
    ['02:30-03:30', 'America/New_York', '2026-03-08T07:30:00Z', false],
    ['00:00-01:30', 'America/New_York', '2026-11-01T05:20:00Z', true],
    ['00:00-01:30', 'America/New_York', '2026-11-01T06:20:00Z', true],
    ['00:00-01:30', 'America/New_York', '2026-11-01T06:30:00Z', false],
    ['24/7', 'America/New_York', '2026-11-01T06:30:00Z', true],
    ['Mo-Su off', 'UTC', '2026-11-01T06:30:00Z', false],
    // An offset with quarter hours, and the date line.
    ['Mo 00:00-00:15', 'Asia/Kathmandu', '2026-11-22T18:15:00Z', true],
    ['Sa 23:00-24:00', 'Pacific/Kiritimati', '2026-11-21T09:30:00Z', true],
  ])('%s in %s at %s: %s', (text, zone, at, expected) => {
    expect(isOpen(hours(text), zone, new Date(at))).toBe(expected)
  })
})

describe('the next closed window', () => {
  test.each([
    // Now, when it is closed long enough; else from the next closing.
    [
      'Mo-Fr 09:00-18:00',
      'Asia/Shanghai',
      '2026-11-20T12:00:00Z',
      60,
      ['2026-11-20T12:00:00.000Z', '2026-11-23T01:00:00.000Z'],
    ],
    [
      'Mo-Fr 09:00-18:00',
      'Asia/Shanghai',
      '2026-11-20T00:30:00Z',
      60,
      ['2026-11-20T10:00:00.000Z', '2026-11-23T01:00:00.000Z'],
    ],
    [
      '09:00-12:00,13:00-18:00',
      'UTC',
      '2026-11-20T10:00:00Z',
      60,
      ['2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z'],
    ],
    [
      '09:00-12:00,13:00-18:00',
      'UTC',
      '2026-11-20T10:00:00Z',
      61,
      ['2026-11-20T18:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ],
    // Two days that meet at midnight leave no gap.
    [
      'Fr 18:00-02:00; Sa 02:00-10:00',
      'UTC',
      '2026-11-20T20:00:00Z',
      1,
      ['2026-11-21T10:00:00.000Z', '2026-11-27T18:00:00.000Z'],
    ],
    // The night in which clocks go forward has an hour less, the other one more.
    [
      '06:00-22:00',
      'America/New_York',
      '2026-03-08T02:30:00Z',
      7 * 60,
      ['2026-03-08T03:00:00.000Z', '2026-03-08T10:00:00.000Z'],
    ],
    [
      '06:00-22:00',
      'America/New_York',
      '2026-03-08T02:30:00Z',
      8 * 60,
      ['2026-03-09T02:00:00.000Z', '2026-03-09T10:00:00.000Z'],
    ],
    [
      '06:00-22:00',
      'America/New_York',
      '2026-10-31T23:00:00Z',
      9 * 60,
      ['2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z'],
    ],
    ['24/7', 'UTC', '2026-11-20T10:00:00Z', 1, null],
    [
      '24/7; 2026-12-25 off',
      'UTC',
      '2026-11-20T10:00:00Z',
      1440,
      ['2026-12-25T00:00:00.000Z', '2026-12-26T00:00:00.000Z'],
    ],
    ['Mo-Su off', 'UTC', '2026-11-20T10:00:00Z', 60, ['2026-11-20T10:00:00.000Z', null]],
    ['09:00-18:00', 'UTC', '2026-11-20T10:00:00Z', 24 * 60, null],
  ])('%s in %s from %s, %i minutes', (text, zone, from, minutes, expected) => {
    expect(window(text, zone, from, minutes)).toEqual(expected)
  })

  test('is found within a year for many outlets of a zone about as fast as for one', () => {
    // Without the cached offsets of the zone each took tens of milliseconds.
    const never = Array.from({ length: 1_500 }, () =>
      window('24/7', 'Asia/Urumqi', '2026-11-20T10:00:00Z', 30),
    )
    expect(new Set(never)).toEqual(new Set([null]))
  })

  test('is closed throughout, long enough, and opens at its end', () => {
    const texts = fc.constantFrom(
      'Mo-Fr 09:00-18:00; Sa 10:00-16:00',
      '10:00-14:00,17:00-01:30',
      'Fr,Sa 22:00-06:00',
      '24/7; 2026-03-29 off; 2026-11-01 off',
    )
    const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
    const from = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        texts,
        zones,
        from,
        fc.integer({ min: 1, max: 600 }),
        fc.nat(100),
        (text, zone, at, minutes, part) => {
          const found = nextClosedWindow(hours(text), zone, at, minutes)
          if (found === null) return
          const { start, end } = found
          expect(start.getTime()).toBeGreaterThanOrEqual(at.getTime())
          if (end === null) return
          expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(minutes * 60_000)
          const within = new Date(start.getTime() + ((end.getTime() - 1 - start.getTime()) * part) / 100)
          expect(isOpen(hours(text), zone, within)).toBe(false)
          expect(isOpen(hours(text), zone, end)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
