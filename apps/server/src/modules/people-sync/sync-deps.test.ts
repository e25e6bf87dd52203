import { expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import type { SyncChannel } from './channel.repo.ts'
import { eventsOf } from './sync-deps.ts'

const secrets = new Secrets(Buffer.alloc(32, 1))
const channel = (kind: number, settings: object, kept: object = {}) =>
  ({
    kind,
    settings,
    sealed: secrets.seal(JSON.stringify(kept), 'integration_channel:1'),
  }) as unknown as SyncChannel
const keys = { eventToken: 't', eventKey: 'k' }
const stateOf = (given: SyncChannel, url: string, until: string | null = null) =>
  eventsOf(secrets, url)('1', given, { until, failure: null }).state

test('the screen says how changes of a directory are reported', () => {
  const own = { apiBase: 'https://qyapi.weixin.qq.com' }
  expect(stateOf(channel(9, {}), 'https://n.example.com')).toBe('none')
  expect(stateOf(channel(1, own, keys), 'https://n.example.com')).toBe('ready')
  expect(stateOf(channel(1, own), 'https://n.example.com')).toBe('keys_missing')
  expect(stateOf(channel(1, own, keys), 'https://10.0.0.1')).toBe('no_address')
  // A private WeCom reaches a private installation.
  expect(stateOf(channel(1, { apiBase: 'https://wecom.corp.example' }, keys), 'http://10.0.0.1')).toBe(
    'ready',
  )
  expect(stateOf(channel(3, {}), 'http://n.example.com', '2026-01-01T00:00:00Z')).toBe('no_address')
  expect(stateOf(channel(3, {}), 'https://n.example.com', '2026-01-01T00:00:00Z')).toBe('subscribed')
  expect(stateOf(channel(3, {}), 'https://n.example.com')).toBe('later')
})
