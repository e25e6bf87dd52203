import { expect, test } from 'vitest'
import { withoutRandomMacs } from './random-macs.ts'

test.each([
  ['STA a2:b3:c4:d5:e6:f7 joined', 'STA a2:b3:c4:**:**:** joined'],
  ['(mac=DA-A1-19-00-11-22)', '(mac=DA-A1-19-**-**-**)'],
  ['Station 6e5a.0102.0304 left', 'Station 6e5a.01**.**** left'],
  ['MAC:0e12-3456-789a,', 'MAC:0e12-34**-****,'],
  // Made by a maker: a device; a group; no MAC.
  ['3c:22:fb:11:02:9a', '3c:22:fb:11:02:9a'],
  ['33:33:00:00:00:01', '33:33:00:00:00:01'],
  [
    'fe80::a2b3:c4ff:fed5:e6f7 2026-01-02-03 a2:b3:c4:d5:e6:f7:01',
    'fe80::a2b3:c4ff:fed5:e6f7 2026-01-02-03 a2:b3:c4:d5:e6:f7:01',
  ],
])('%s', (text, kept) => {
  expect(withoutRandomMacs(text)).toBe(kept)
})
