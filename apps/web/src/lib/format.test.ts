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
