import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerTo, informBody, informWith, post, type RawAnswer } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

/** Gateways behind a proxy that the operator configured: 127.0.6.1. */

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({ wrongAnswersPerMinute: 3 }, { trustedProxies: ['127.0.6.1/32'] })
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `P${process.pid}X${++serials}`
const through = (address: string, headers: Record<string, string> = {}) => ({
  from: '127.0.6.1',
  headers: { 'x-forwarded-for': address, ...headers },
})

/** Sequential requests on one connection, as a proxy reuses it for many gateways. */
function overOneConnection() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return (body: string, { from, headers }: { from: string; headers: Record<string, string> }) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const request = http.request(
        f.url,
        { method: 'POST', agent, localAddress: from, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      request.on('error', reject)
      request.end(body)
    })
}

test("the address that the proxy forwards is the gateway's: stored, limited, and bound to its nonce and session", async () => {
  const company = await f.company()
  const serialNumber = serial()
  const session = await informWith(f.url, { serialNumber }, company, through('203.0.113.7'))
  expect(session.status).toBe(200)
  const [gateway] = await f.sql(
    `select host(g.last_address) as address from gateway g join device d on d.id = g.device_id where d.serial_number = $1`,
    [serialNumber],
  )
  expect(gateway).toEqual({ address: '203.0.113.7' })
  const { cookie } = session
  const other = await post(f.url, '', through('203.0.113.8', { cookie }))
  expect(other.status).toBe(400)
  // Over plain http and not on this machine: no secrets.
  const own = await post(f.url, '', through('203.0.113.7', { cookie }))
  expect(own.body).not.toContain('ManagementServer.Password')

  const wrong = { username: 'x', password: 'y' }
  for (let n = 0; n < 3; n++)
    await informWith(f.url, { serialNumber: serial() }, wrong, through('203.0.113.9'))
  expect((await post(f.url, informBody({ serialNumber }), through('203.0.113.9'))).status).toBe(503)
  expect((await post(f.url, informBody({ serialNumber }), through('203.0.113.7'))).status).toBe(401)
})

test('https in front of the proxy carries secrets; the same claim by a stranger does not', async () => {
  const company = await f.company()
  const call = async (headers: Record<string, string>) => {
    const options = through('203.0.113.10', headers)
    const { cookie } = await informWith(f.url, { serialNumber: serial() }, company, options)
    return post(f.url, '', through('203.0.113.10', { ...headers, cookie }))
  }
  expect((await call({ 'x-forwarded-proto': 'https' })).body).toContain('ManagementServer.Password')
  expect((await call({ 'x-forwarded-proto': 'http' })).body).not.toContain('ManagementServer.Password')
})

test('an unconfigured proxy on this machine does not make its callers local', async () => {
  const company = await f.company()
  const headers = { 'x-forwarded-for': '203.0.113.11' }
  const { cookie } = await informWith(f.url, { serialNumber: serial() }, company, { headers })
  const call = await post(f.url, '', { headers: { ...headers, cookie } })
  expect(call.status).toBe(200)
  expect(call.body).not.toContain('ManagementServer.Password')
})

test('sessions on one connection of the proxy stay apart, and a request without its cookie has none', async () => {
  const company = await f.company()
  const send = overOneConnection()
  const enter = async (address: string) => {
    const body = informBody({ serialNumber: serial() })
    const authorization = answerTo(await send(body, through(address)), company)
    const answer = await send(body, through(address, { authorization }))
    expect(answer.status).toBe(200)
    return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  }
  const one = await enter('203.0.113.20')
  const two = await enter('203.0.113.20')
  expect((await send('', through('203.0.113.20'))).status).toBe(401)
  expect((await send('', through('203.0.113.20', { cookie: one }))).status).toBe(200)
  expect((await send('', through('203.0.113.20', { cookie: two }))).status).toBe(200)
})

test('without a proxy a gateway that drops cookies is recognised by its connection', async () => {
  const company = await f.company()
  const send = overOneConnection()
  const direct = (headers: Record<string, string> = {}) => ({ from: '127.0.6.9', headers })
  const body = informBody({ serialNumber: serial() })
  const authorization = answerTo(await send(body, direct()), company)
  expect((await send(body, direct({ authorization }))).status).toBe(200)
  expect((await send('', direct())).status).toBe(200)
})

test('two processes: the challenge of one may be answered to the other once, and the second count belongs to the process that took the first', async () => {
  const { startAcs } = await import('./index.ts')
  const { testAcsConfig, testLimits } = await import('../../../test/acs-fixture.ts')
  const { scopes, secrets, log } = f.t
  const second = await startAcs({
    config: testAcsConfig,
    scopes,
    secrets,
    log,
    limits: testLimits,
  })
  try {
    const otherUrl = `http://127.0.0.1:${second.address.port}/`
    const company = await f.company()
    const reported = { serialNumber: serial() }
    const send = (url: string, authorization: string) =>
      post(url, informBody(reported), { headers: { authorization } })
    for (const [asked, answered] of [
      [f.url, otherUrl],
      [otherUrl, f.url],
    ] as const) {
      const challenged = await post(asked, informBody(reported))
      const first = answerTo(challenged, company)
      expect((await send(answered, first)).status).toBe(200)
      const replayed = await send(answered, first)
      expect(replayed.status).toBe(401)
      expect(String(replayed.headers['www-authenticate'])).toContain('stale=true')
      const next = answerTo(challenged, company, '/', 2)
      // Only the process that took the first count takes a later one.
      expect(String((await send(asked, next)).headers['www-authenticate'])).toContain('stale=true')
      expect((await send(answered, next)).status).toBe(200)
    }
  } finally {
    await second.close()
  }
})
