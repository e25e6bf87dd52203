import { expect, test } from 'vitest'
import { occurrencesFrom, overlaps } from './recurrence.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const starts = (rule: string, timeZone: string, first: string, from: string, most = 3) =>
  occurrencesFrom({ rule, timeZone, firstAt: at(first) }, hour, { from: at(from), most }).map(
    ({ startsAt }) => new Date(startsAt).toISOString().replace(':00.000Z', 'Z'),
  )

test.each([
  [
    'the clock of the zone stays across the end of summer time',
    'FREQ=WEEKLY;BYDAY=SA',
    'Europe/Berlin',
    '2026-10-17T20:00:00Z',
    '2026-10-20T00:00:00Z',
    ['2026-10-24T20:00Z', '2026-10-31T21:00Z', '2026-11-07T21:00Z'],
  ],
  [
    'every second week counts from the first one',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    'Asia/Shanghai',
    '2026-11-03T14:00:00Z',
    '2026-11-04T00:00:00Z',
    ['2026-11-17T14:00Z', '2026-12-01T14:00Z', '2026-12-15T14:00Z'],
  ],
  [
    'the last Sunday of a month',
    'FREQ=MONTHLY;BYDAY=-1SU',
    'Asia/Shanghai',
    '2026-11-29T14:00:00Z',
    '2026-11-01T00:00:00Z',
    ['2026-11-29T14:00Z', '2026-12-27T14:00Z', '2027-01-31T14:00Z'],
  ],
  [
    'a month without a 31st has none',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'Asia/Shanghai',
    '2026-10-31T14:00:00Z',
    '2026-11-01T00:00:00Z',
    ['2026-12-31T14:00Z', '2027-01-31T14:00Z', '2027-03-31T14:00Z'],
  ],
  [
    'it ends with UNTIL',
    'FREQ=DAILY;UNTIL=20261103T150000Z',
    'Asia/Shanghai',
    '2026-11-01T14:00:00Z',
    '2026-11-02T00:00:00Z',
    ['2026-11-02T14:00Z', '2026-11-03T14:00Z'],
  ],
  [
    'the first one is there, whatever the rule says of it',
    'FREQ=WEEKLY;BYDAY=TU',
    'Asia/Shanghai',
    '2026-11-04T14:00:00Z',
    '2026-11-01T00:00:00Z',
    ['2026-11-04T14:00Z', '2026-11-10T14:00Z', '2026-11-17T14:00Z'],
  ],
])('%s', (_title, rule, zone, first, from, expected) => {
  expect(starts(rule, zone, first, from)).toEqual(expected)
})

test('a time that summer time leaves out does not come (RFC 5545 3.3.10), and one that comes twice comes once', () => {
  expect(starts('FREQ=DAILY', 'Europe/Berlin', '2026-03-27T01:30:00Z', '2026-03-28T00:00:00Z')).toEqual([
    '2026-03-28T01:30Z',
    '2026-03-30T00:30Z',
    '2026-03-31T00:30Z',
  ])
  expect(starts('FREQ=DAILY', 'Europe/Berlin', '2026-10-23T00:30:00Z', '2026-10-24T00:00:00Z')).toEqual([
    '2026-10-24T00:30Z',
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ])
})

test('occurrences that overlap are found', () => {
  const daily = { rule: 'FREQ=DAILY', timeZone: 'Asia/Shanghai', firstAt: at('2026-11-01T14:00:00Z') }
  expect(overlaps(daily, 24 * hour)).toBe(false)
  expect(overlaps(daily, 25 * hour)).toBe(true)
})
