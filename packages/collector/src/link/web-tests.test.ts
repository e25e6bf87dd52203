import { testCertificate, testKey } from '@netward/testkit/tls-identity'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { HttpTest, ThroughputTest } from '@netward/contract/link-tests'
import { expect, test, vi } from 'vitest'
import { AddressBook } from './address.ts'
import { fakeMeans, listen, runHere, startNameServer } from './fixture.ts'
import { runTest, type Means } from './run-test.ts'

const { means } = fakeMeans()
const page: HttpTest = {
  kind: 'http',
  key: 'site',
  everySeconds: 300,
  url: '',
  statuses: [],
  text: null,
  certificateDays: null,
  timeoutMs: 5000,
}

async function ask(listener: RequestListener, over: Partial<HttpTest> = {}, at = '/') {
  const port = await listen(http.createServer(listener))
  return runTest({ ...page, url: `http://127.0.0.1:${port}${at}`, ...over }, runHere, means)
}

const withServer = (server: string): Means => ({ ...means, addresses: new AddressBook([server]) })

test('a page passes with its phases, status and text', async () => {
  const seen: (string | undefined)[] = []
  const result = await ask(
    (request, response) => {
      seen.push(request.url, request.headers.host)
      response.end('all is well')
    },
    { text: 'is well' },
    '/health?deep=1',
  )
  expect(result).toMatchObject({ passed: true, problem: null, address: '127.0.0.1', method: 'http' })
  expect(seen[0]).toBe('/health?deep=1')
  expect(seen[1]).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(result.http).toEqual({
    dns: null,
    connect: expect.any(Number),
    tls: null,
    firstByte: expect.any(Number),
    total: expect.any(Number),
    status: 200,
    certificateDays: null,
  })
})

test.each([
  ['a status that is not expected', 503, {}, 'status'],
  ['another status than the one that is expected', 200, { statuses: [204] }, 'status'],
  ['a text that is missing', 200, { text: 'shop' }, 'text'],
] as const)('%s does not pass', async (_what, status, over, problem) => {
  const result = await ask((_request, response) => response.writeHead(status).end('page'), over)
  expect(result).toMatchObject({ passed: false, problem, http: { status } })
})

test('a redirect is an answer, and is not followed to a closed address', async () => {
  const closed = vi.fn<RequestListener>((_request, response) => void response.end())
  const port = await listen(http.createServer(closed))
  const result = await ask((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/admin` }).end(),
  )
  expect(result).toMatchObject({ passed: true, http: { status: 302 } })
  expect(closed).not.toHaveBeenCalled()
})

test('a body without an end is cut', async () => {
  const result = await ask((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(16_384)));
      response.once('drain', more)
    }
    more()
  })
  expect(result).toMatchObject({ passed: true, http: { status: 200 } })
})

test('a server that drips, is silent or sends headers without an end holds nothing up', async () => {
  const drip = await ask(
    (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(timer))
    },
    { timeoutMs: 500 },
  )
  expect(drip).toMatchObject({ passed: false, problem: 'timeout', http: { status: 200, total: null } })
  const silent = await ask(() => {}, { timeoutMs: 500 })
  expect(silent).toMatchObject({ passed: false, problem: 'timeout', http: { status: null, firstByte: null } })
  const headers = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\n')
    const more = () => {
      while (socket.write(`x-a: ${'y'.repeat(1000)}\r\n`));
      socket.once('drain', more)
    }
    more()
  })
  const port = await listen(headers)
  const endless = await runTest({ ...page, url: `http://127.0.0.1:${port}/` }, runHere, means)
  expect(endless).toMatchObject({ passed: false, problem: 'broken' })
})

test('what is no HTTP is broken, and a closed port is refused', async () => {
  const port = await listen(net.createServer((socket) => void socket.end('SSH-2.0-OpenSSH\r\n')))
  const broken = await runTest({ ...page, url: `http://127.0.0.1:${port}/` }, runHere, means)
  expect(broken).toMatchObject({ passed: false, problem: 'broken' })
  const refused = await runTest({ ...page, url: 'http://127.0.0.1:1/' }, runHere, means)
  expect(refused).toMatchObject({ passed: false, problem: 'refused', http: { connect: null } })
})

test('no address is reached that is closed, by name or literally', async () => {
  const { server } = await startNameServer('10.0.0.1')
  for (const url of [
    'http://intranet.example/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://2130706433.example/',
  ])
    expect(await runTest({ ...page, url }, runHere, withServer(server))).toMatchObject({
      passed: false,
      problem: 'not_allowed',
      address: null,
    })
})

test('a name that changes its address after the check leads to the one that was checked', async () => {
  const port = await listen(http.createServer((request, response) => void response.end(request.headers.host)))
  const { server, asked } = await startNameServer('127.0.0.1', '10.0.0.1')
  const url = `http://rebound.example:${port}/`
  const first = await runTest({ ...page, url, text: 'rebound.example' }, runHere, withServer(server))
  expect(first).toMatchObject({ passed: true, address: '127.0.0.1', http: { dns: expect.any(Number) } })
  expect(asked).toEqual(['A'])
  expect(await runTest({ ...page, url }, runHere, withServer(server))).toMatchObject({
    problem: 'not_allowed',
  })
})

test('a certificate that is not trusted is reported with the days that it has left', async () => {
  const answer = vi.fn<RequestListener>((_request, response) => void response.end())
  const port = await listen(https.createServer({ key: testKey, cert: testCertificate }, answer))
  const result = await runTest({ ...page, url: `https://127.0.0.1:${port}/` }, runHere, means)
  expect(result).toMatchObject({
    passed: false,
    problem: 'tls',
    http: { tls: expect.any(Number), status: null },
  })
  // It ends after a hundred years.
  expect(result.http?.certificateDays).toBeGreaterThan(20_000)
  expect(answer).not.toHaveBeenCalled()
})

const transfer: ThroughputTest = {
  kind: 'throughput',
  key: 'speed',
  everySeconds: 86_400,
  direction: 'down',
  url: '',
  mostBytes: 1_000_000,
  mostSeconds: 5,
}

test('throughput ends with its bytes or with its time, in both directions', async () => {
  let taken = 0
  const server = http.createServer((request, response) => {
    if (request.method === 'PUT') {
      request.on('data', (part: Buffer) => (taken += part.length)).once('end', () => response.end())
      return
    }
    const more = () => {
      if (request.url === '/slow') return
      while (response.write(Buffer.alloc(65_536)));
      response.once('drain', more)
    }
    response.write(Buffer.alloc(50_000))
    more()
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const down = await runTest({ ...transfer, url: `${url}/` }, runHere, means)
  expect(down).toMatchObject({ passed: true, throughput: { direction: 'down' } })
  expect(down.throughput?.bytes).toBeGreaterThanOrEqual(1_000_000)
  expect(down.throughput?.bytes).toBeLessThan(1_300_000)
  const { bytes = 0, seconds = 1, bitsPerSecond } = down.throughput ?? {}
  expect(bitsPerSecond).toBe(Math.round((bytes * 8) / seconds))
  const slow = await runTest({ ...transfer, url: `${url}/slow`, mostSeconds: 1 }, runHere, means)
  expect(slow).toMatchObject({ passed: true, throughput: { bytes: 50_000 } })
  const up = await runTest({ ...transfer, direction: 'up', url: `${url}/` }, runHere, means)
  expect(up).toMatchObject({ passed: true, throughput: { direction: 'up', bytes: 1_000_000 } })
  expect(taken).toBe(1_000_000)
})

test('a test point that refuses gives no figure', async () => {
  const url = `http://127.0.0.1:${await listen(http.createServer((_request, response) => void response.writeHead(404).end()))}/`
  for (const direction of ['down', 'up'] as const) {
    const result = await runTest({ ...transfer, direction, url }, runHere, means)
    expect(result).toMatchObject({ passed: false, problem: 'status' })
    expect(result.throughput).toBeUndefined()
  }
})
