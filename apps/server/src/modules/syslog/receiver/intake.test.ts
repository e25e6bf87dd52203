import { expect, test } from 'vitest'
import { Intake, type Kept } from './intake.ts'

const device = { deviceId: '7', companyId: '1', companyCode: 'shops' }

test('forged senders shut no known device out, however many they are', async () => {
  const written: Kept[] = []
  const intake = new Intake({
    deviceRanges: ['10.0.0.0/8=shops'],
    find: async (addresses) => (addresses.includes('10.0.0.7') ? [{ address: '10.0.0.7', ...device }] : []),
    write: async (messages) => void written.push(...messages),
  })
  const say = (address: string) => intake.take(address, Buffer.from('<13>up'))
  say('10.0.0.7')
  await intake.turn()
  for (let n = 0; n < 30_000; n += 1) say(`10.1.${n >> 8}.${n & 255}`)
  say('10.0.0.7')
  expect(intake.refused).toBe(25_000)
  await intake.turn()
  expect(written.map(({ deviceId, text }) => [deviceId, text])).toEqual([
    ['7', 'up'],
    ['7', 'up'],
  ])
})

test('what waits is bounded in bytes', () => {
  const intake = new Intake({ deviceRanges: [], find: async () => [], write: async () => {} })
  const large = Buffer.alloc(8_192, 'x')
  for (let n = 0; n < 5_000; n += 1) intake.take(`10.1.${n >> 8}.${n & 255}`, large)
  expect(intake.refused).toBe(5_000 - (32 * 2 ** 20) / 8_192)
})
