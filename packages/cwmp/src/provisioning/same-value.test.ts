import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv6Groups } from './ipv6.ts'
import { sameValue } from './same-value.ts'

const same = (name: string, actual: string, desired: string, type: string | null = 'string') =>
  sameValue({ path: `Device.X.1.${name}`, type }, actual, desired)

test.each<[string | null, string, string, boolean]>([
  ['xsd:boolean', '1', 'true', true],
  ['boolean', '0', 'true', false],
  ['unsignedInt', '007', '7', true],
  ['unsignedInt', '1.0', '1', true],
  ['int', '-1', '+1', false],
  ['int', '-0', '0', true],
  ['int', '', '0', false],
  ['int', '.', '0', false],
  ['int', '1,0', '1', false],
  ['decimal', '1.0', '1', true],
  ['decimal', '-0.50', '-.5', true],
  ['decimal', '1.05', '1.5', false],
  ['unsignedLong', '18446744073709551615', '18446744073709551616', false],
  ['dateTime', '2026-01-01T08:00:00+08:00', '2026-01-01T00:00:00Z', true],
  ['hexBinary', 'AF', 'af', true],
  ['base64', 'AF==', 'af==', false],
  ['string', '1', 'true', false],
  ['string', '1.0', '1', false],
  [null, 'x', 'x', true],
])('%s: %s means %s: %s', (type, actual, desired, is) => {
  expect(same('Value', actual, desired, type)).toBe(is)
})

test.each<[string, string, string, boolean]>([
  ['DNSServers', '9.9.9.9, 1.1.1.1', '9.9.9.9,1.1.1.1', true],
  ['DNSServers', '1.1.1.1,9.9.9.9', '9.9.9.9,1.1.1.1', false],
  ['DNSServers', '2001:DB8::1, 9.9.9.9', '2001:db8:0::1,9.9.9.9', true],
  ['DNSServers', '9.9.9.9,', '9.9.9.9', false],
  ['OperatingStandards', 'g, n,ax', 'g,n,ax', true],
  ['OperatingStandards', 'g,n', 'G,n', false],
  ['MACAddress', '02:AB:CD:00:00:01', '02:ab:cd:00:00:01', true],
  ['MACAddress', '02:AB:CD:00:00:01', '02:ab:cd:00:00:02', false],
  ['NTPServer1', '2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
  ['NTPServer1', 'time.example', 'Time.example', false],
  ['IPAddress', '::ffff:192.0.2.1', '::FFFF:c000:201', true],
  ['Prefix', '2001:db8::/32', '2001:DB8:0::/32', true],
  ['Prefix', '2001:db8::/32', '2001:db8::/48', false],
  ['SSID', 'shop, east', 'shop,east', false],
  ['SSID', '2001:db8::1', '2001:DB8::1', false],
  ['Username', '02:AB:CD:00:00:01', '02:ab:cd:00:00:01', false],
  ['Description', 'a, b', 'a,b', false],
  ['Alias', 'DE::AD', 'de::ad', false],
])('%s: %s means %s: %s', (name, actual, desired, is) => {
  expect(same(name, actual, desired)).toBe(is)
  expect(same(name, desired, actual)).toBe(is)
})

const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
})
/** One of the spellings of an address: letter case, leading zeros, and one run of zeros as `::`. */
const spelled = (all: readonly number[], upper: boolean, padded: boolean, from: number) => {
  const texts = all.map((one) => {
    const hex = one.toString(16).padStart(padded ? 4 : 1, '0')
    return upper ? hex.toUpperCase() : hex
  })
  let to = from
  while (all[to] === 0) to += 1
  return to === from ? texts.join(':') : `${texts.slice(0, from).join(':')}::${texts.slice(to).join(':')}`
}
const spelling = fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: 7 }))

describe('whatever the value', () => {
  test('an IPv6 address is the same in every spelling, and is no other address', () => {
    fc.assert(
      fc.property(groups, groups, spelling, spelling, (one, other, a, b) => {
        expect(ipv6Groups(spelled(one, ...a))).toEqual(one)
        expect(same('IPAddress', spelled(one, ...a), spelled(one, ...b))).toBe(true)
        const equal = one.every((value, index) => value === other[index])
        expect(same('IPAddress', spelled(one, ...a), spelled(other, ...b))).toBe(equal)
      }),
    )
  })

  test('a number is the same with zeros that say nothing, and is no other number', () => {
    const zeros = fc.integer({ min: 0, max: 3 }).map((count) => '0'.repeat(count))
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), zeros, zeros, (one, other, before, after) => {
        const text = `${one < 0n ? '-' : ''}${before}${one < 0n ? -one : one}.${after}`
        expect(same('Value', text, String(one), 'long')).toBe(true)
        expect(same('Value', text, String(other), 'decimal')).toBe(one === other)
      }),
    )
  })

  test('a number of very many zeros is compared as fast as it is read', () => {
    const zeros = '0'.repeat(300_000)
    expect(same('Value', `1.${zeros}1`, '1', 'decimal')).toBe(false)
    expect(same('Value', `${zeros}1.${zeros}`, '1', 'decimal')).toBe(true)
  })

  test('a list is the same with and without blanks, and in no other order', () => {
    const item = fc.stringMatching(/^[a-z0-9.]{1,5}$/)
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        expect(same('IPRouters', items.join(', '), items.join(','))).toBe(true)
        const turned = items.toReversed()
        expect(same('IPRouters', items.join(','), turned.join(','))).toBe(items.join() === turned.join())
      }),
    )
  })

  test('a name or a password is the same letter by letter alone', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'a,b',
        'a, b',
        'DE::AD',
        'de::ad',
        '1.0',
        '1',
        '02:AB:CD:00:00:01',
        '02:ab:cd:00:00:01',
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(
          'SSID',
          'Name',
          'Alias',
          'Password',
          'KeyPassphrase',
          'PreSharedKey',
          'Username',
          'Description',
        ),
        text,
        text,
        (name, a, b) => {
          expect(same(name, a, b)).toBe(a === b)
        },
      ),
    )
  })
})
