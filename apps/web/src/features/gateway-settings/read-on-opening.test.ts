import { expect, test } from 'vitest'
import { isDue } from './read-on-opening.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const online = { presence: 'online', periodicInformInterval: 300 } as const
const idle = { reading: null, change: null }
const known = (readAt: string | null) => ({ supported: 'yes', readAt }) as const

test.each([
  ['never read', online, idle, known(null), true],
  ['older than the interval', online, idle, known(ago(301)), true],
  ['of this interval', online, idle, known(ago(299)), false],
  [
    'an hour old, of a gateway that reports daily',
    { ...online, periodicInformInterval: 86_400 },
    idle,
    known(ago(3600)),
    false,
  ],
  ['of an unknown interval', { ...online, periodicInformInterval: null }, idle, known(ago(301)), true],
  ['of a gateway that is offline', { ...online, presence: 'offline' }, idle, known(null), false],
  ['of a gateway that is overdue', { ...online, presence: 'overdue' }, idle, known(null), false],
  ['that the gateway does not have', online, idle, { supported: 'no', readAt: null }, false],
  [
    'while another read is on its way',
    online,
    {
      ...idle,
      reading: { commandId: '1', state: 'sent', sections: [], createdAt: ago(1), expiresAt: ago(-9) },
    },
    known(null),
    false,
  ],
] as const)('a section %s: read when it is opened', (_name, device, settings, section, due) => {
  expect(isDue(device, settings as unknown as Parameters<typeof isDue>[1], section, now)).toBe(due)
})
