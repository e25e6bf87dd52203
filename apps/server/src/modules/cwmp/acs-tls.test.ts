import { testCertificate, testKey } from '@netward/testkit/tls-identity'
import https from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { informBody } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture, testAcsConfig } from '../../../test/acs-fixture.ts'
import { type Acs, startAcs } from './index.ts'

let f: AcsFixture
let open: Acs
let guarded: Acs
beforeAll(async () => {
  f = await createAcsFixture()
  const start = (clientCa: string | null) =>
    startAcs({
      config: {
        ...testAcsConfig,
        tls: { port: 0, cert: testCertificate, key: testKey, clientCa },
      },
      scopes: f.t.scopes,
      secrets: f.t.secrets,
      log: f.t.log,
    })
  open = await start(null)
  guarded = await start(testCertificate)
})
afterAll(async () => {
  await open.close()
  await guarded.close()
  await f.stop()
})

function post(
  acs: Acs,
  body: string,
  options: https.RequestOptions = {},
): Promise<{ status: number; offered: string }> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: '127.0.0.1',
        port: acs.tlsAddress?.port,
        method: 'POST',
        path: '/',
        ca: testCertificate,
        agent: false,
        ...options,
      },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, offered: String(response.headers['www-authenticate']) })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

test('Basic is offered and accepted on https, and the gateway gets its own credentials', async () => {
  const company = await f.company()
  const body = informBody({ serialNumber: 'TLS1' })
  expect((await post(open, body)).offered).toContain('Basic')
  const basic = (password: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`${company.username}:${password}`).toString('base64')}` },
  })
  expect((await post(open, body, basic('wrong'))).status).toBe(401)
  expect((await post(open, body, basic(company.password))).status).toBe(200)
})

test('with a client authority, only gateways with its certificate are admitted', async () => {
  const body = informBody({ serialNumber: 'TLS2' })
  await expect(post(guarded, body)).rejects.toThrow()
  expect((await post(guarded, body, { cert: testCertificate, key: testKey })).status).toBe(401)
})

test('TLS 1.1 and older are refused', async () => {
  await expect(post(open, '', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
})
