import { expect, test } from 'vitest'
import { changesOf, toneOf } from './timeline-text.ts'

test('a change tells what was and what is; other details are no changes', () => {
  expect(
    changesOf({ softwareVersion: ['V1', 'V2'], ipAddress: [null, '192.0.2.1'], code: '1 BOOT', list: [1] }),
  ).toEqual([
    { field: 'softwareVersion', from: 'V1', to: 'V2' },
    { field: 'ipAddress', from: '—', to: '192.0.2.1' },
  ])
})

test.each([
  ['online', 'ok'],
  ['offline', 'bad'],
  ['guard.quarantined', 'warn'],
  ['guard.none', 'plain'],
  ['connection_request.failed', 'warn'],
  ['command.failed', 'bad'],
  ['provision.applied', 'ok'],
  ['provision.drifted', 'warn'],
  ['provision.failed', 'warn'],
  ['inform.boot', 'plain'],
])('%s is marked %s', (kind, tone) => {
  expect(toneOf(kind)).toBe(tone)
})
