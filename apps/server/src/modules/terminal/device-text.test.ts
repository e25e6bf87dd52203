import { expect, test } from 'vitest'
import { lineOf, linesOf } from './device-text.ts'

test.each([
  ['(root@gateway) One-time code: ', '(root@gateway) One-time code:'],
  ['\u001b[31mPassword\u001b[0m: ', 'Password:'],
  ['\u001b]0;owned\u0007Code:', 'Code:'],
  ['Code\r\n\u001b[2J\u001b[HNetward', 'Code Netward'],
  ['Code\u0000\u0007\u009b1m:', 'Code1m:'],
  ['\u202edrowssaP\u202c \u2066x\u2069', 'drowssaP x'],
  ['a\u2028b\u200bc', 'a bc'],
  ['验证码：', '验证码：'],
])('%j is shown as %j', (text, expected) => expect(lineOf(text, 200)).toBe(expected))

test('line breaks are kept, and long text is truncated', () => {
  expect(linesOf('\r\nFirst\tline\r\nsecond\u001b[K\rthird\n', 200)).toBe('First line\nsecond\nthird')
  expect(lineOf('x'.repeat(100_000), 200)).toHaveLength(200)
  expect(lineOf('\u001b[0m'.repeat(100_000), 200)).toBe('')
  expect(lineOf('😀'.repeat(200), 199)).toHaveLength(199)
  expect(lineOf('<img src=x onerror=alert(1)>', 200)).toBe('<img src=x onerror=alert(1)>')
})
