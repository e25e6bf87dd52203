import { calendarShapes, type ServiceCalendar } from '@netward/contract/work-order-values'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Holiday } from '../rotas/index.ts'
import { kindOfDays, momentOf, type Pause, runClock, usedBetween } from './service-clock.ts'

const minute = 60_000
const holidays: Holiday[] = [
  { day: '2026-10-01', off: true, name: '国庆节' },
  { day: '2026-10-02', off: true, name: '国庆节' },
  { day: '2026-10-03', off: true, name: '国庆节' },
  { day: '2026-10-10', off: false, name: '国庆节' },
]
const kindOf = kindOfDays(holidays)

/** What the clock on the wall shows, asked of the platform minute by minute. */
function wall(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return {
      date: `${parts['year']}-${parts['month']}-${parts['day']}`,
      weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday']!) + 1,
      minute: Number(parts['hour']) * 60 + Number(parts['minute']),
    }
  }
}

/** Slow and obvious: looks at each minute by itself. */
function counts(calendar: ServiceCalendar, pauses: readonly Pause[]) {
  const read = wall(calendar.timeZone)
  return (at: number) => {
    if (pauses.some(({ from, to }) => at >= from && at < (to ?? Infinity))) return false
    const now = read(at)
    const holiday = calendar.holidays === 'off' ? holidays.find(({ day }) => day === now.date) : undefined
    if (holiday?.off === true) return false
    const weekday = holiday?.off === false && now.weekday > 5 ? 1 : now.weekday
    return calendar.hours.some(
      ({ day, from, to }) => day === weekday && now.minute >= from && now.minute < to,
    )
  }
}

function slowly(
  calendar: ServiceCalendar,
  minutes: number,
  start: number,
  pauses: readonly Pause[],
  most: number,
): number | null {
  const counting = counts(calendar, pauses)
  let left = minutes
  for (let at = start; at < start + most * minute; at += minute) {
    if (counting(at)) left -= 1
    if (left === 0) return at + minute
  }
  return null
}

const days = 9
const zones = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'UTC',
]
/** Around the holidays, and around changes of clocks in spring and autumn. */
const starts = [
  '2026-09-30T00:00Z',
  '2026-10-03T00:00Z',
  '2026-10-23T20:00Z',
  '2026-03-06T12:00Z',
  '2026-03-27T12:00Z',
  '2026-04-03T00:00Z',
]

const calendar = fc.record({
  timeZone: fc.constantFrom(...zones),
  holidays: fc.constantFrom('off' as const, 'ignored' as const),
  hours: fc.array(
    fc
      .record({
        day: fc.integer({ min: 1, max: 7 }),
        from: fc.nat(1439),
        length: fc.integer({ min: 1, max: 900 }),
      })
      .map(({ day, from, length }) => ({ day, from, to: Math.min(1440, from + length) })),
    { minLength: 1, maxLength: 12 },
  ),
})
const start = fc
  .record({ from: fc.constantFrom(...starts), later: fc.nat(3 * 1440) })
  .map(({ from, later }) => Date.parse(from) + later * minute)
/** Apart from each other, in minutes after the start. */
const ledger = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 1500 })), { maxLength: 4 })
const pausesFrom = (begin: number, lengths: readonly (readonly [number, number])[]) => {
  let at = begin
  return lengths.map(([after, lasts]) => {
    const from = at + after * minute
    at = from + lasts * minute
    return { from, to: at }
  })
}

test('a deadline is where a count minute by minute ends', () => {
  fc.assert(
    fc.property(calendar, start, ledger, fc.integer({ min: 1, max: 1600 }), (of, begin, lengths, minutes) => {
      const pauses = pausesFrom(begin, lengths)
      const { at, counted } = runClock(of, kindOf, { minutes, always: false }, begin, pauses)
      const reference = slowly(of, minutes, begin, pauses, days * 1440)
      expect(reference === null ? (at ?? Infinity) > begin + days * 1440 * minute : at === reference).toBe(
        true,
      )
      if (at === null) return
      // The intervals are in order, apart, and together the target.
      expect(counted.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(minutes * minute)
      for (const [index, { from, to }] of counted.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThanOrEqual(counted[index - 1]?.to ?? begin)
      }
      expect(usedBetween(of, kindOf, false, begin, at, pauses)).toBe(minutes * minute)
    }),
    { numRuns: 60 },
  )
})

test('a warning comes when its part is used up, as if it were a target', () => {
  fc.assert(
    fc.property(calendar, start, ledger, fc.integer({ min: 1, max: 50 }), (of, begin, lengths, hours) => {
      const pauses = pausesFrom(begin, lengths)
      const run = runClock(of, kindOf, { minutes: hours * 60, always: false }, begin, pauses)
      const percents = run.at === null ? [] : [50, 80, 100]
      const parts = percents.map((percent) => {
        const target = { minutes: (hours * 60 * percent) / 100, always: false }
        return runClock(of, kindOf, target, begin, pauses).at
      })
      expect(percents.map((percent) => momentOf(run, hours * 60, percent))).toEqual(parts)
    }),
    { numRuns: 100 },
  )
})

const shanghai = { timeZone: 'Asia/Shanghai', ...calendarShapes['5x8'] }
const here = (text: string) => Date.parse(`${text}+08:00`)
const shown = (at: number | null) =>
  at === null ? null : new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)
const due = (minutes: number, from: string, pauses: readonly Pause[] = [], always = false) =>
  shown(runClock(shanghai, kindOf, { minutes, always }, here(from), pauses).at)

test('service hours leave out lunch, nights, weekends and holidays, and include weekends worked instead', () => {
  expect(due(60, '2026-09-28T09:00')).toBe('2026-09-28T10:00')
  expect(due(60, '2026-09-28T11:30')).toBe('2026-09-28T13:30')
  expect(due(480, '2026-09-28T10:00')).toBe('2026-09-29T10:00')
  // From Wednesday evening over the National Day to Monday.
  expect(due(30, '2026-09-30T18:30')).toBe('2026-10-05T09:30')
  // Saturday the tenth is worked.
  expect(due(30, '2026-10-09T18:30')).toBe('2026-10-10T09:30')
  expect(due(240, '2026-10-01T23:00', [], true)).toBe('2026-10-02T03:00')
})

test('what is suspended does not count, and while it lasts there is no deadline', () => {
  const pause = { from: here('2026-09-28T09:30'), to: here('2026-09-28T15:00') }
  expect(due(60, '2026-09-28T09:00', [pause])).toBe('2026-09-28T15:30')
  expect(due(60, '2026-09-28T09:00', [{ ...pause, to: null }])).toBeNull()
  // The target was used up before.
  expect(due(30, '2026-09-28T09:00', [{ ...pause, to: null }])).toBe('2026-09-28T09:30')
})

test('an hour that the clocks skip does not count, and one that comes twice counts twice', () => {
  const nights = {
    timeZone: 'Europe/Berlin',
    holidays: 'ignored' as const,
    hours: [{ day: 7, from: 0, to: 300 }],
  }
  const length = (day: string) => {
    const { counted } = runClock(nights, kindOf, { minutes: 200, always: false }, Date.parse(day), [])
    return (
      usedBetween(nights, kindOf, false, Date.parse(day), Date.parse(day) + 86_400_000, []) / minute +
      counted.length -
      1
    )
  }
  expect(length('2026-03-28T22:00Z')).toBe(240)
  expect(length('2026-10-24T20:00Z')).toBe(360)
})
