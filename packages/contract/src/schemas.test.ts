import { expect, test } from 'vitest'
import { name } from './schemas.ts'

test.each(['悦来网络', 'O’Brien & Söhne', 'Zhao Yi 2', '👩‍💻'])('%j is a name', (value) => {
  expect(name.parse(` ${value} `)).toBe(value)
})

test.each([
  'Netward\r\nBcc: somebody@example.test',
  'two\nlines',
  'tab\there',
  'nul\u0000',
  'reversed \u202Egnp.exe',
  'isolated \u2066x',
  'Net\u200Bward',
  'Net\u2060ward',
  'a\u2028b',
  '\u200B',
  '',
])('%j is not a name', (value) => {
  expect(name.safeParse(value).success).toBe(false)
})
