import { expect, test } from 'vitest'
import { testUrlProblem } from './diagnostic-values.ts'

test.each([
  'http://speed.example.com/10MB.bin',
  'http://192.168.1.10:8080/x?y=1',
  'ftp://ftp.example.com/big.iso',
  'http://[2001:db8::1]/x',
])('%s is a valid test URL', (url) => {
  expect(testUrlProblem(url)).toBeNull()
})

test.each([
  '',
  'example.com/x',
  'https://speed.example.com/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://user:secret@speed.example.com/x',
  'http://speed.example.com/x#part',
  'http://speed.example.com/a b',
  'http://speed.example.com/\r\nX-Injected: 1',
  `http://speed.example.com/${'x'.repeat(256)}`,
  'http://localhost/x',
  'http://a.localhost./x',
  'http://127.0.0.1/x',
  'http://2130706433/x',
  'http://0x7f.1/x',
  'http://0.0.0.0/x',
  'http://169.254.169.254/latest/meta-data',
  'http://224.0.0.1/x',
  'http://255.255.255.255/x',
  'http://[::1]/x',
  'http://[::]/x',
  'http://[::ffff:127.0.0.1]/x',
  'http://[fe80::1]/x',
  'http://[ff02::1]/x',
  'http://[64:ff9b::7f00:1]/x',
])('%j is refused', (url) => {
  expect(testUrlProblem(url)).toBe('validation.testUrl')
})
