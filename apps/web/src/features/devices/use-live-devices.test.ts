import type { LiveEvent } from '@netward/contract/live'
import { expect, test } from 'vitest'
import type { DeviceRow } from '../../lib/device-row.ts'
import { patchedPage, presenceChange } from './use-live-devices.ts'

const at = '2026-01-31T08:00:00.000Z'
const event = (data: Record<string, unknown>): LiveEvent => ({
  companyId: '2',
  kind: 'device.presence',
  subjectId: '7',
  data,
  at,
})
const page = (...ids: string[]) => ({
  items: ids.map((id) => ({ id, presence: 'unknown' }) as DeviceRow),
  total: ids.length,
  totalCapped: false,
})

test.each([
  [
    'online, and that it called in just then',
    { presence: 'online' },
    { presence: 'online', lastInformAt: at },
  ],
  ['offline, and nothing of its last Inform', { presence: 'offline' }, { presence: 'offline' }],
  ['nothing when the presence is none that is known', { presence: 'asleep' }, null],
])('a presence event tells %s', (_rule, data, change) => {
  expect(presenceChange(event(data))).toEqual(change)
})

test('the row of the device changes and no other', () => {
  const before = page('6', '7')
  const after = patchedPage(before, '7', { presence: 'online' })
  expect(after.items.map(({ presence }) => presence)).toEqual(['unknown', 'online'])
  expect(after.items[0]).toBe(before.items[0])
})

test('a page without the device stays the same page, so that nothing is rendered anew', () => {
  const before = page('6')
  expect(patchedPage(before, '7', { presence: 'online' })).toBe(before)
})
