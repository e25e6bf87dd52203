import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Layer, type Rota, scheduleOf } from './schedule.ts'
import { dateOf, dayIn, dayNumber, instantIn, weekdayOf } from '../../platform/zone.ts'

const layer = (more: Partial<Layer> = {}): Layer => ({
  startsOn: '2026-11-02',
  handoverMinute: 540,
  period: 'week',
  length: 1,
  days: [],
  calendar: 'all',
  fromMinute: null,
  toMinute: null,
  turns: ['1', '2', '3'],
  ...more,
})
const shanghai = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`)
const weekend = (day: number) => weekdayOf(day) > 5
const shown = (rota: Omit<Rota, 'zone'>, from: string, to: string) =>
  scheduleOf({ zone: shanghai, ...rota }, weekend, at(from), at(to)).map(({ from: begins, memberId }) => [
    new Date(begins + 8 * 3_600_000).toISOString().slice(0, 16),
    memberId,
  ])

test('turns of a week change at their hour', () => {
  expect(shown({ layers: [layer()], changes: [] }, '2026-11-08T00:00', '2026-11-17T00:00')).toEqual([
    ['2026-11-08T00:00', '1'],
    ['2026-11-09T09:00', '2'],
    ['2026-11-16T09:00', '3'],
  ])
})

test('nights of workdays, somebody else on days off, and a gap that is seen', () => {
  const layers = [
    layer({ period: 'day', fromMinute: 1320, toMinute: 360, calendar: 'workdays', handoverMinute: 720 }),
    layer({ calendar: 'days_off', turns: ['9'], handoverMinute: 0 }),
  ]
  expect(shown({ layers, changes: [] }, '2026-11-06T12:00', '2026-11-09T23:00')).toEqual([
    ['2026-11-06T12:00', null],
    // Friday's night lasts into Saturday.
    ['2026-11-06T22:00', '2'],
    ['2026-11-07T06:00', '9'],
    ['2026-11-09T00:00', null],
    ['2026-11-09T22:00', '2'],
  ])
})

test('the last change decides, and one who has left leaves the turn to the next layer', () => {
  const layers = [layer({ turns: [null] }), layer({ turns: ['7'] })]
  const change = {
    id: '1',
    memberId: '4',
    startsAt: at('2026-11-09T10:00'),
    endsAt: at('2026-11-09T20:00'),
    since: 1,
  }
  const changes = [
    change,
    {
      ...change,
      id: '2',
      memberId: '5',
      startsAt: at('2026-11-09T12:00'),
      endsAt: at('2026-11-09T13:00'),
      since: 2,
    },
  ]
  expect(shown({ layers, changes }, '2026-11-09T00:00', '2026-11-10T00:00')).toEqual([
    ['2026-11-09T00:00', '7'],
    ['2026-11-09T10:00', '4'],
    ['2026-11-09T12:00', '5'],
    ['2026-11-09T13:00', '4'],
    ['2026-11-09T20:00', '7'],
  ])
})

test('a shift over a change of clocks is an hour longer or shorter, without a gap', () => {
  const rota = {
    zone: 'Europe/Berlin',
    layers: [layer({ period: 'day', startsOn: '2026-10-20' })],
    changes: [],
  }
  const from = Date.parse('2026-10-24T09:00+02:00')
  const segments = scheduleOf(rota, weekend, from, Date.parse('2026-10-26T09:00+01:00'))
  expect(segments.map(({ to, from: begins }) => (to - begins) / 3_600_000)).toEqual([25, 24])
})

const anyLayer = fc.record({
  startsOn: fc.integer({ min: 20_000, max: 20_800 }).map(dateOf),
  handoverMinute: fc.integer({ min: 0, max: 1439 }),
  period: fc.constantFrom('day' as const, 'week' as const),
  length: fc.integer({ min: 1, max: 3 }),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
  calendar: fc.constantFrom('all' as const, 'workdays' as const, 'days_off' as const),
  turns: fc.array(fc.constantFrom('1', '2', null), { minLength: 1, maxLength: 3 }),
})
const hours = fc.option(fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 })))

test('a schedule has no break and no overlap, and each moment is what the rules say', () => {
  const rotas = fc.record({
    zone: fc.constantFrom(shanghai, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    layers: fc.array(
      fc.tuple(anyLayer, hours).map(([one, times]) => ({
        ...one,
        fromMinute: times?.[0] ?? null,
        toMinute: times?.[1] ?? null,
      })),
      { minLength: 1, maxLength: 3 },
    ),
    changes: fc.constant([]),
  })
  fc.assert(
    fc.property(rotas, fc.integer({ min: 20_400, max: 20_800 }), (rota, day) => {
      const from = instantIn(rota.zone, day, 0)
      const to = instantIn(rota.zone, day + 9, 0)
      const segments = scheduleOf(rota, weekend, from, to)
      expect(segments[0]?.from).toBe(from)
      expect(segments.at(-1)?.to).toBe(to)
      expect(segments.every(({ to: end }, index) => end === (segments[index + 1]?.from ?? to))).toBe(true)
      // From elsewhere the same: a schedule does not depend on where it is looked at from.
      const later = from + 3 * 86_400_000
      const inside = segments
        .filter((one) => one.to > later)
        .map(({ from: a, ...one }) => ({ from: Math.max(a, later), ...one }))
      expect(scheduleOf(rota, weekend, later, to)).toEqual(inside)
    }),
    { numRuns: 60 },
  )
})

test('days and their numbers', () => {
  expect(dateOf(dayNumber('2026-11-27'))).toBe('2026-11-27')
  expect(weekdayOf(dayNumber('2026-11-27'))).toBe(5)
  expect(dateOf(dayIn(shanghai, at('2026-11-27T00:00')))).toBe('2026-11-27')
})
