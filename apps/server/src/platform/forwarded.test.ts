import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { senderOf } from './forwarded.ts'

const proxies = ['10.0.0.0/8', 'fd00::/8']
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  senderOf({ socket: { remoteAddress }, headers } as unknown as IncomingMessage, proxies)

describe('the sender of a request', () => {
  test.each([
    ['the peer, without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
    ['the peer, whatever a stranger writes', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['what a trusted proxy says', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'the last stranger: what is left of it is its own word',
      '10.0.0.1',
      '127.0.0.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['past several trusted proxies', '10.0.0.1', '203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['with a port', '::ffff:10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['in brackets', 'fd00::1', '[2001:db8::7]:80', '2001:db8::7'],
    ['mapped', '10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the proxy, when it says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy, when it says nonsense', '10.0.0.1', '203.0.113.7, unknown', '10.0.0.1'],
  ])('%s', (_what, peer, chain, address) => {
    expect(from(peer, chain === undefined ? {} : { 'x-forwarded-for': chain }).address).toBe(address)
  })

  test('only a trusted proxy may report https', () => {
    expect(from('10.0.0.1', { 'x-forwarded-proto': 'https' }).protocol).toBe('https')
    expect(from('203.0.113.7', { 'x-forwarded-proto': 'https' }).protocol).toBeNull()
  })

  test.each(['x-forwarded-for', 'forwarded', 'via'])('%s shows that a proxy was involved', (header) => {
    expect(from('127.0.0.1', { [header]: 'x' })).toMatchObject({ forwarded: true })
    expect(from('127.0.0.1')).toMatchObject({ forwarded: false })
  })
})
