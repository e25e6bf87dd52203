import { afterEach, expect, test, vi } from 'vitest'
import { keepTimeZone } from '../lib/time-zone.ts'
import { calendar, moved } from './date-calendar.ts'

const at = (text: string) => new Date(`${text}Z`)
const text = (date: Date) => date.toISOString().slice(0, 16)

afterEach(() => {
  keepTimeZone(null)
  vi.useRealTimers()
})

test.each([
  ['2026-01-31T09:05', 'month', 1, '2026-02-28T09:05'],
  ['2024-02-29T09:05', 'year', 1, '2025-02-28T09:05'],
  ['2026-12-31T09:05', 'month', 1, '2027-01-31T09:05'],
  ['2026-01-31T09:05', 'month', -2, '2025-11-30T09:05'],
  ['2026-02-28T09:05', 'day', 1, '2026-03-01T09:05'],
  ['2026-12-31T23:59', 'minute', 1, '2027-01-01T00:00'],
  // Forms have no clock changes.
  ['2026-03-29T01:30', 'hour', 1, '2026-03-29T02:30'],
] as const)('%s and a %s (%s) is %s', (from, unit, by, to) => {
  expect(text(moved(at(from), unit, by))).toBe(to)
})

test('a month or a year is set to its last day where it is shorter', () => {
  expect(text(calendar.setMonth(at('2026-03-31T00:00'), 3))).toBe('2026-04-30T00:00')
  expect(text(calendar.setYear(at('2024-02-29T00:00'), 2023))).toBe('2023-02-28T00:00')
  expect(text(calendar.getEndDate(at('2024-02-10T00:00')))).toBe('2024-02-29T00:00')
  expect(text(calendar.getEndDate(at('2026-01-31T00:00')))).toBe('2026-01-31T00:00')
})

test('weeks begin on Monday, and count as in ISO 8601', () => {
  expect(text(calendar.locale.getWeekFirstDate('zh_CN', at('2026-11-22T00:00')))).toBe('2026-11-16T00:00')
  expect(calendar.locale.getWeek('en_US', at('2026-01-01T00:00'))).toBe(1)
  expect(calendar.locale.getWeek('en_US', at('2027-01-03T00:00'))).toBe(53)
})

test('months and days of the week are named in the language of the console', () => {
  expect(calendar.locale.getShortWeekDays?.('zh_CN')).toEqual(['日', '一', '二', '三', '四', '五', '六'])
  expect(calendar.locale.getShortWeekDays?.('en_US')[1]).toBe('Mon')
  expect(calendar.locale.getShortMonths?.('zh_CN')[10]).toBe('11月')
  expect(calendar.locale.getShortMonths?.('en_US')[10]).toBe('Nov')
})

test.each([
  ['YYYY-MM-DD', '2026-03-05'],
  ['YYYY-MM-DD HH:mm', '2026-03-05 09:07'],
  ['HH:mm', '09:07'],
  ['YYYY年', '2026年'],
  ['D', '5'],
])('%s is shown as %s', (format, shown) => {
  expect(calendar.locale.format('zh_CN', at('2026-03-05T09:07'), format)).toBe(shown)
})

test('what is complete is read while it is typed, and nothing else', () => {
  const read = (typed: string, format: string) => calendar.locale.parse('zh_CN', typed, [format])
  expect(read('2026-03-05', 'YYYY-MM-DD')).toEqual(at('2026-03-05T00:00'))
  expect(read('2026-03-05 09:07', 'YYYY-MM-DD HH:mm')).toEqual(at('2026-03-05T09:07'))
  expect(read('09:07', 'HH:mm')).toEqual(at('1970-01-01T09:07'))
  expect(read('2026-03-0', 'YYYY-MM-DD')).toBeNull()
  expect(read('2026-02-30', 'YYYY-MM-DD')).toBeNull()
  expect(read('2026-03-05', 'YYYY-MM-DD HH:mm')).toBeNull()
  expect(read('9:0', 'HH:mm')).toBeNull()
})

test('today is that of the person', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
  keepTimeZone('Asia/Shanghai')
  expect(text(calendar.getNow())).toBe('2026-11-22T04:00')
  keepTimeZone('America/New_York')
  expect(text(calendar.getNow())).toBe('2026-11-21T15:00')
})
