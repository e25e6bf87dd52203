import { expect, test } from 'vitest'
import { formatFor } from './format.ts'

const at = Date.parse('2026-11-21T09:05:07Z')

test.each([
  [5, 'en', null],
  [90, 'en', '1 minute ago'],
  [90, 'zh', '1 分钟前'],
  [7200, 'zh', '2 小时前'],
  [-7200, 'en', 'in 2 hours'],
  [3 * 86_400, 'en', '3 days ago'],
] as const)('%s seconds ago in %s is %s', (seconds, language, expected) => {
  expect(formatFor(language).relative(at - seconds * 1000, at)).toBe(expected)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  [200 * 1024, '200 KiB'],
  [5 * 1024 ** 3, '5.0 GiB'],
])('%s bytes are %s', (bytes, expected) => {
  expect(formatFor('en').bytes(bytes)).toBe(expected)
})

test.each([null, 'no date'])('%s is a dash', (value) => {
  expect(formatFor('zh').dateTime(value)).toBe('—')
})

test.each([
  ['Asia/Shanghai', '2026-11-21 17:05:07', '2026-11-21', 'UTC+08:00'],
  ['America/New_York', '2026-11-21 04:05:07', '2026-11-21', 'UTC-05:00'],
  ['Pacific/Kiritimati', '2026-11-21 23:05:07', '2026-11-21', 'UTC+14:00'],
  ['Asia/Kathmandu', '2026-11-21 14:50:07', '2026-11-21', 'UTC+05:45'],
  ['UTC', '2026-11-21 09:05:07', '2026-11-21', 'UTC+00:00'],
])('in %s it is %s', (zone, moment, day, offset) => {
  const format = formatFor('zh', zone)
  expect(format.dateTime(at)).toBe(moment)
  expect(format.date(at)).toBe(day)
  expect(format.zoned(at)).toBe(`${moment} ${offset}`)
})
