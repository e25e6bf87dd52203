import { expect, test } from 'vitest'
import { AddressGuard } from './guard.ts'

const guard = new AddressGuard(
  [
    '10.20.0.0/16=yuelai',
    '127.0.0.0/8=yuelai',
    '192.168.0.0/16',
    '169.254.0.0/16=yuelai',
    'fd00:20::/32=yuelai',
  ],
  ['10.20.0.9', '127.0.0.1', '203.0.113.9'],
)

test.each([
  ['a public address', '198.51.100.7', 'other', true],
  ['a private one in a range of the company', '10.20.3.4', 'yuelai', true],
  ['IPv6 of a private range', 'fd00:20::7', 'yuelai', true],
  ['loopback in a range of the company', '127.0.0.1', 'yuelai', true],
  ['a private one in the range of another company', '10.20.3.4', 'other', false],
  ['a private one outside of the ranges', '10.21.0.1', 'yuelai', false],
  ['a range without a company', '192.168.1.1', 'yuelai', false],
  ['loopback of another company', '127.0.0.1', 'other', false],
  ['link-local, even in a range', '169.254.169.254', 'yuelai', false],
  ['link-local of IPv6', 'fe80::1', 'yuelai', false],
  ['multicast', '224.0.0.1', 'yuelai', false],
  ['broadcast', '255.255.255.255', 'yuelai', false],
  ['unspecified', '0.0.0.0', 'yuelai', false],
  ['unspecified of IPv6', '::', 'yuelai', false],
  ['a server of the installation in a range', '10.20.0.9', 'yuelai', false],
  ['a public one of the installation', '203.0.113.9', 'other', false],
  ['IPv4 inside of IPv6', '::ffff:127.0.0.1', 'other', false],
  ['IPv4 inside of IPv6, in hexadecimal', '::ffff:7f00:1', 'other', false],
  ['IPv4 inside of IPv6, as RFC 4291 allowed once', '::10.20.3.4', 'other', false],
  ['IPv4 behind a translator of the local network', '64:ff9b:1::a14:304', 'other', false],
  ['site-local of IPv6', 'fec0::1', 'other', false],
  ['loopback of IPv6 without a range', '::1', 'yuelai', false],
  ['a name', 'localhost', 'yuelai', false],
  ['a zone', 'fe80::1%eth0', 'yuelai', false],
  ['an argument', '-h', 'yuelai', false],
])('%s: %s of %s', (_what, address, code, allowed) => {
  expect(guard.allows(address, code)).toBe(allowed)
})

test('public addresses need an entry too where it is set so', () => {
  const narrow = new AddressGuard(['192.168.7.0/24=t1', '203.0.113.0/28=t1'], [], true)
  expect(narrow.allows('192.168.7.9', 't1')).toBe(true)
  expect(narrow.allows('203.0.113.5', 't1')).toBe(true)
  const others = ['203.0.113.77', '8.8.8.8', '192.168.8.1', '127.0.0.1', '169.254.169.254']
  expect(others.filter((address) => narrow.allows(address, 't1'))).toEqual([])
})
