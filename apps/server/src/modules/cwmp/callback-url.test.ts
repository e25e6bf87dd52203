import { expect, test } from 'vitest'
import type { AcsConfig } from './acs-config.ts'
import { byWayOf } from './callback-url.ts'

const tls = { port: 7548, cert: '', key: '', clientCa: null }
const secure = { url: 'https://acs.example:7548/', port: 7547, tls } as AcsConfig
const plain = { url: 'http://acs.example:7547', port: 7547, tls } as AcsConfig
const http = { encrypted: false, forwarded: false, mayCarrySecrets: false }
const https = { encrypted: true, forwarded: false, mayCarrySecrets: true }

const firmware = '1 Firmware Upgrade Image'
const configuration = '3 Vendor Configuration File'

function urlBy(config: AcsConfig, way: typeof http, url: string, fileType = firmware) {
  const transfer = { commandKey: 'k', fileType, url, username: '', password: '', delaySeconds: 0 }
  const download = { ...transfer, fileSize: 0, targetFileName: '', successUrl: '', failureUrl: '' }
  const command = byWayOf(config, way, { request: {} }, { id: '1', kind: 'download', download })
  return command.kind === 'download' ? command.download.url : null
}

const configured = 'https://acs.example:7548/f/token'

test.each([
  ['http', 'leads there by http', secure, http, configured, 'http://acs.example:7547/f/token'],
  ['https', 'stays https', secure, https, configured, configured],
  [
    'https',
    'leads there by https where gateways are given http',
    plain,
    https,
    'http://acs.example:7547/f/token',
    configured,
  ],
  [
    'http through a proxy',
    'stays, since its ports are not known',
    secure,
    { ...http, forwarded: true },
    configured,
    configured,
  ],
  [
    'http',
    'stays where it is none of ours',
    secure,
    http,
    'https://cdn.example/f/token',
    'https://cdn.example/f/token',
  ],
  ['http', 'stays where we do not listen', { ...secure, port: 0 }, http, configured, configured],
] as const)('a gateway that came by %s gets a URL %s', (_way, _what, config, way, url, expected) => {
  expect(urlBy(config, way, url)).toBe(expected)
})

test('a configuration is not sent where secrets may not travel', () => {
  expect(urlBy(secure, http, configured, configuration)).toBe(configured)
  expect(urlBy(secure, { ...http, mayCarrySecrets: true }, configured, configuration)).toBe(
    'http://acs.example:7547/f/token',
  )
})
