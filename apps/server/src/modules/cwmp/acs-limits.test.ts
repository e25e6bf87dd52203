import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { informBody, informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { defaultLimits } from './acs-config.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({
    maxSessions: 2,
    wrongAnswersPerMinute: 3,
    maxInformBytes: 20_000,
    sessionIdleMilliseconds: 1500,
    bodyMilliseconds: 1000,
    bodyBytesPerSecond: 2000,
    maxConnectionsPerSource: 20,
  })
})
afterAll(() => f.stop())

const wrong = { username: 'x', password: 'y' }

test('above its session limit it refuses before the InformResponse, and serves the open sessions', async () => {
  const company = await f.company()
  const open = [
    await informWith(f.url, { serialNumber: 'L1' }, company),
    await informWith(f.url, { serialNumber: 'L2' }, company),
  ]
  const third = await post(f.url, informBody({ serialNumber: 'L3' }))
  expect(third).toMatchObject({ status: 503, headers: { connection: 'close' } })
  expect(third.headers['retry-after']).toBeDefined()
  for (const { cookie } of open) expect((await post(f.url, '', { headers: { cookie } })).status).toBe(200)
})

test('a session of a silent gateway times out', async () => {
  await expect.poll(() => f.acs.openSessions).toBe(0)
})

test('repeated wrong answers block the source for a minute; others are served', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await informWith(f.url, { serialNumber: 'W1' }, wrong, { from: '127.0.5.1' })).status).toBe(401)
  }
  expect((await post(f.url, informBody({ serialNumber: 'W1' }), { from: '127.0.5.1' })).status).toBe(503)
  expect((await post(f.url, informBody({ serialNumber: 'W2' }), { from: '127.0.5.2' })).status).toBe(401)
})

test('an endless body is cut off, before a session and in one', async () => {
  expect(defaultLimits.bodyMilliseconds).toBe(30_000)
  const company = await f.company()
  const { cookie } = await informWith(f.url, { serialNumber: 'SL1' }, company)
  for (const headers of [{}, { cookie }]) {
    const cut = new Promise<string>((resolve) => {
      const request = http.request(f.url, { method: 'POST', headers: { ...headers, 'content-length': 10 } })
      request.on('response', ({ statusCode }) => resolve(String(statusCode)))
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      request.write('x')
    })
    expect(await cut).toBe('ECONNRESET')
  }
})

test('a slow answer is read while it arrives, longer than a gateway may be silent', async () => {
  const company = await f.company()
  const { cookie } = await informWith(f.url, { serialNumber: 'SL2' }, company)
  const asked = (await post(f.url, '', { headers: { cookie } })).body
  const answer = asked.replace(
    /<cwmp:(\w+)[ >].*<\/cwmp:\1>/s,
    (call) =>
      `<cwmp:SetParameterValuesResponse><Status>0</Status></cwmp:SetParameterValuesResponse>${' '.repeat(9_000 + call.length)}`,
  )
  expect(answer).toContain('SetParameterValuesResponse')
  const began = performance.now()
  const status = new Promise((resolve, reject) => {
    const request = http.request(f.url, {
      method: 'POST',
      headers: { cookie, 'content-type': 'text/xml', 'content-length': Buffer.byteLength(answer) },
    })
    request.on('response', ({ statusCode }) => resolve(statusCode))
    request.on('error', reject)
    const parts = answer.match(/.{1,1000}/gs) ?? []
    for (const [index, part] of parts.entries()) setTimeout(() => request.write(part), index * 250)
  })
  expect(await status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(2000)
})

test('a session reads one body: the later one, and none once the session is over', async () => {
  await expect.poll(() => f.acs.openSessions).toBe(0)
  const company = await f.company()
  const reported = { serialNumber: 'SL3' }
  const { cookie } = await informWith(f.url, reported, company)
  /** The server has it by now; the rest of its body is still to come. */
  const begun = async () => {
    const headers = { cookie, 'content-length': 2, expect: '100-continue' }
    const request = http.request(f.url, { method: 'POST', agent: false, headers })
    const answer = new Promise<string>((resolve) => {
      request.on('response', ({ statusCode }) => resolve(String(statusCode)))
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    })
    request.flushHeaders()
    await once(request, 'continue')
    return { answer, end: () => request.end('\r\n') }
  }
  const [first, later] = [await begun(), await begun()]
  first.end()
  expect(await first.answer).toBe('ECONNRESET')
  later.end()
  expect(await later.answer).toBe('200')
  const last = await begun()
  await informWith(f.url, reported, company)
  last.end()
  expect(await last.answer).toBe('ECONNRESET')
  await expect.poll(() => f.acs.openSessions).toBe(0)
})

test('an oversized body is refused by its length, and while it arrives', async () => {
  const large = 'x'.repeat(30_000)
  expect((await post(f.url, large, { from: '127.0.5.3' })).status).toBe(413)
  const status = await new Promise((resolve, reject) => {
    const request = http.request(
      f.url,
      { method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    request.on('error', reject)
    request.write(large)
  })
  expect(status).toBe(413)
})

test.each([
  ['GET', '/', 405],
  ['POST', '/other', 404],
  ['POST', '/t/short', 404],
  ['POST', '/t/../../etc/passwd', 404],
] as const)('%s %s is answered %d', async (method, path, expected) => {
  const { hostname, port } = new URL(f.url)
  const status = await new Promise((resolve, reject) => {
    http
      .request({ hostname, port, method, path, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(expected)
})

test('one source holds a limited number of connections', async () => {
  const { hostname, port } = new URL(f.url)
  let closed = 0
  const sockets = Array.from({ length: 30 }, () => {
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: '127.0.6.1' })
    socket.on('close', () => closed++)
    socket.on('error', () => {})
    return socket
  })
  await expect.poll(() => closed).toBe(10)
  for (const socket of sockets) socket.destroy()
})
