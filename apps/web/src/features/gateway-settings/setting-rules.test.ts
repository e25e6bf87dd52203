import { describe, expect, test } from 'vitest'
import type { SettingForm } from './setting.ts'
import { isMask, wrongSetting } from './setting-rules.ts'

const form = (given: Partial<SettingForm>): SettingForm => ({
  key: 'name',
  kind: 'text',
  unit: null,
  choices: null,
  min: null,
  max: null,
  maxLength: null,
  ...given,
})

describe('what is wrong with a value before it is sent', () => {
  test.each([
    ['a channel', form({ key: 'channel', kind: 'number', min: 1, max: 165 }), 36, null],
    ['a channel below the first', form({ key: 'channel', kind: 'number', min: 1, max: 165 }), 0, 'least'],
    ['a channel above the last', form({ key: 'channel', kind: 'number', min: 1, max: 165 }), 166, 'most'],
    ['half a channel', form({ key: 'channel', kind: 'number' }), 1.5, 'whole'],
    ['an address', form({ key: 'ipAddress', kind: 'ipv4' }), ' 192.168.1.1 ', null],
    ['an octet beyond 255', form({ key: 'ipAddress', kind: 'ipv4' }), '192.168.1.256', 'ipv4'],
    ['octal digits', form({ key: 'ipAddress', kind: 'ipv4' }), '192.168.01.1', 'ipv4'],
    ['two servers', form({ key: 'dnsServers', kind: 'ipv4_list' }), '1.1.1.1, 8.8.8.8', null],
    ['a name among servers', form({ key: 'dnsServers', kind: 'ipv4_list' }), '1.1.1.1,dns', 'ipv4List'],
    ['a hardware address', form({ key: 'macAddress', kind: 'mac' }), '02:00:5e:00:53:01', null],
    ['half of one', form({ key: 'macAddress', kind: 'mac' }), '02:00:5e', 'mac'],
    ['32 letters', form({ key: 'ssid', maxLength: 32 }), 'a'.repeat(32), null],
    ['eleven Chinese characters, 33 bytes', form({ key: 'ssid', maxLength: 32 }), '网'.repeat(11), 'tooLong'],
    ['a line break', form({ key: 'ssid' }), 'a\nb', 'characters'],
    ['too short a password', form({ key: 'passphrase', kind: 'secret' }), '1234567', 'passphrase'],
    ['a key of 64 hexadecimal digits', form({ key: 'passphrase', kind: 'secret' }), 'a'.repeat(64), null],
    ['64 letters that are none', form({ key: 'passphrase', kind: 'secret' }), 'z'.repeat(64), 'passphrase'],
    ['a text that is too long', form({ maxLength: 3 }), 'abcd', 'tooLong'],
    ['nothing', form({ key: 'ipAddress', kind: 'ipv4' }), '', null],
  ] as const)('%s', (_what, field, value, rule) => {
    expect(wrongSetting(field, value, {})?.rule ?? null).toBe(rule)
  })

  test('a range ends where it begins, or after', () => {
    const end = form({ key: 'rangeEnd', kind: 'ipv4' })
    expect(wrongSetting(end, '10.0.1.0', { rangeStart: '10.0.0.255' })).toBeNull()
    expect(wrongSetting(end, '10.0.0.9', { rangeStart: '10.0.0.10' })).toEqual({ rule: 'rangeOrder' })
  })

  test('a range of ports as well, and zero is none', () => {
    const end = form({ key: 'externalPortEnd', kind: 'number' })
    expect(wrongSetting(end, 0, { externalPort: 80 })).toBeNull()
    expect(wrongSetting(end, 79, { externalPort: 80 })).toEqual({ rule: 'portOrder' })
  })

  test.each([
    ['255.255.255.0', true],
    ['255.255.254.0', true],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['255.0.255.0', false],
    ['1.0.0.0', false],
  ])('%s is a mask: %s', (text, good) => expect(isMask(text)).toBe(good))
})
