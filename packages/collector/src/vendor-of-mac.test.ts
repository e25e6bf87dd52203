import { expect, test } from 'vitest'
import { guessDevice, vendorOfMac } from './vendor-of-mac.ts'

test('a maker is known by the first half of a MAC address, in any notation', async () => {
  expect(await vendorOfMac('44:19:b6:00:00:01')).toBe('Hikvision')
  expect(await vendorOfMac('4419-B600-0001')).toBe('Hikvision')
  expect(await vendorOfMac('00:00:0c:00:00:01')).toBe('Cisco')
})

test('random, multicast and malformed addresses have no maker', async () => {
  expect(await vendorOfMac('46:19:b6:00:00:01')).toBe('')
  expect(await vendorOfMac('01:00:5e:00:00:01')).toBe('')
  expect(await vendorOfMac('__proto__')).toBe('')
  expect(await vendorOfMac('')).toBe('')
})

test('cash registers and access controllers are known by name, else by their maker', async () => {
  expect((await guessDevice('44:19:b6:00:00:01', 'pos-3')).type).toBe('cash_register')
  expect((await guessDevice('44:19:b6:00:00:01', '门禁-东门')).type).toBe('access_control')
  expect((await guessDevice('44:19:b6:00:00:01', 'camera')).type).toBeNull()
  expect((await guessDevice('00:17:fc:00:00:01', '')).type).toBe('access_control')
})
