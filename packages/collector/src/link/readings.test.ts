import dgram from 'node:dgram'
import { once } from 'node:events'
import fc from 'fast-check'
import type { DnsTest } from '@netward/contract/link-tests'
import net from 'node:net'
import { expect, test } from 'vitest'
import { askDns } from './dns.ts'
import { fakeMeans, listen, runHere, startNameServer } from './fixture.ts'
import { readFirstHop } from './first-hop.ts'
import { findIcmp } from './icmp.ts'
import { readMtr, readTraceroute } from './path.ts'
import { runTest } from './run-test.ts'

const { means } = fakeMeans()

test('the first hop is the default route with the lowest metric', () => {
  const table = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'wwan0\t00000000\t0101A8C0\t0003\t0\t0\t700\t00000000\t0\t0\t0',
    'eth0\t00000000\tFE01A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0',
    'eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
  ].join('\n')
  expect([readFirstHop(table), readFirstHop(''), readFirstHop('eth0 00000000 zz 0003')]).toEqual([
    '192.168.1.254',
    null,
    null,
  ])
})

test('mtr: hops with their answers, without those behind the last that answers', () => {
  const hub = (host: string, loss: number) => ({ count: 1, host, 'Loss%': loss, Snt: 3, Avg: 1.5 })
  const report = (hubs: unknown) => JSON.stringify({ report: { mtr: {}, hubs } })
  const hubs = [hub('192.0.2.1', 0), hub('???', 100), hub('203.0.113.9', 33.3), hub('???', 100)]
  expect(readMtr(report(hubs), '203.0.113.9')).toEqual({
    target: '203.0.113.9',
    reached: true,
    hops: [
      { ttl: 1, address: '192.0.2.1', sent: 3, received: 3, rtt: 1.5 },
      { ttl: 2, address: null, sent: 3, received: 0, rtt: null },
      { ttl: 3, address: '203.0.113.9', sent: 3, received: 2, rtt: 1.5 },
    ],
  })
  expect(readMtr(report(hubs), '198.51.100.1')).toMatchObject({ reached: false, hops: { length: 3 } })
})

test('traceroute: several routers at a hop, marks and silence', () => {
  const text = `traceroute to 203.0.113.9 (203.0.113.9), 30 hops max, 60 byte packets
 1  192.0.2.1  0.5 ms  0.7 ms  0.6 ms
 2  * * *
 3  198.51.100.1  4.0 ms 198.51.100.2  6.0 ms !X *
 4  203.0.113.9  9 ms  9 ms  9 ms`
  expect(readTraceroute(text, '203.0.113.9')).toEqual({
    target: '203.0.113.9',
    reached: true,
    hops: [
      { ttl: 1, address: '192.0.2.1', sent: 3, received: 3, rtt: expect.closeTo(0.6) },
      { ttl: 2, address: null, sent: 3, received: 0, rtt: null },
      { ttl: 3, address: '198.51.100.1', sent: 3, received: 2, rtt: 5 },
      { ttl: 4, address: '203.0.113.9', sent: 3, received: 3, rtt: 9 },
    ],
  })
})

test('whatever a program writes, a path has bounded hops with literal addresses', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 2000 }),
    fc.json(),
    fc.anything().map((hubs) => JSON.stringify({ report: { hubs } })),
    fc
      .array(fc.record({ host: fc.string(), Snt: fc.anything(), 'Loss%': fc.anything(), Avg: fc.anything() }))
      .map((hubs) => JSON.stringify({ report: { hubs } })),
    fc.array(fc.string()).map((lines) => lines.map((line, at) => ` ${at + 1}  ${line} 1 ms`).join('\n')),
  )
  fc.assert(
    fc.property(text, (output) => {
      const hops = [readMtr(output, '203.0.113.9'), readTraceroute(output, '203.0.113.9')].flatMap(
        (path) => path?.hops ?? [],
      )
      expect(hops.length).toBeLessThanOrEqual(128)
      const wrong = hops.filter(
        ({ address, sent, received, rtt }) =>
          (address !== null && net.isIP(address) === 0) || received > sent || (rtt !== null && !(rtt >= 0)),
      )
      expect(wrong).toEqual([])
    }),
  )
})

const lookup: DnsTest = {
  kind: 'dns',
  key: 'dns',
  everySeconds: 300,
  name: 'shop.example',
  record: 'A',
  server: null,
  expected: [],
  timeoutMs: 1000,
}

test('a name server is asked, and its answer compared', async () => {
  const { server } = await startNameServer('203.0.113.7')
  expect(await askDns({ ...lookup, expected: ['198.51.100.1', '203.0.113.0/28'] }, server, null)).toEqual({
    problem: null,
    time: expect.any(Number),
    answers: ['203.0.113.7'],
  })
  expect(await askDns({ ...lookup, expected: ['203.0.113.8', '2001:db8::/32'] }, server, null)).toMatchObject(
    {
      problem: 'answer',
      answers: ['203.0.113.7'],
    },
  )
  // It has no address of that kind.
  expect(await askDns({ ...lookup, record: 'AAAA' }, server, null)).toMatchObject({
    problem: 'answer',
    time: expect.any(Number),
    answers: [],
  })
})

test('a name server that is silent, talks nonsense or is not there holds nothing up', async () => {
  const silent = await startNameServer()
  const nonsense = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await once(nonsense, 'listening')
  nonsense.on('message', (question, { port, address }) => {
    nonsense.send(Buffer.concat([question.subarray(0, 2), Buffer.alloc(1400, 0xff)]), port, address)
  })
  const servers = [silent.server, `127.0.0.1:${nonsense.address().port}`, '127.0.0.1:1']
  const found = await Promise.all(servers.map((server) => askDns(lookup, server, null)))
  nonsense.close()
  expect(found.filter(({ problem }) => problem === null)).toEqual([])
  expect(found[0]).toEqual({ problem: 'timeout', time: null, answers: [] })
})

test('a name server at a closed address is not asked', async () => {
  const result = await runTest({ ...lookup, server: '10.0.0.1' }, runHere, means)
  expect(result).toMatchObject({ passed: false, problem: 'not_allowed' })
})

test('a connection passes, and a refusal is an answer that does not', async () => {
  const port = await listen(net.createServer())
  const connect = {
    kind: 'tcp',
    key: 'tcp',
    everySeconds: 60,
    host: '127.0.0.1',
    port,
    lateMs: 1000,
  } as const
  expect(await runTest(connect, runHere, means)).toMatchObject({ passed: true, time: expect.any(Number) })
  expect(await runTest({ ...connect, port: 1 }, runHere, means)).toMatchObject({
    passed: false,
    problem: 'refused',
    time: expect.any(Number),
  })
})

test('without a right to ping, a port is tried and the result says so', async () => {
  const port = await listen(net.createServer())
  const icmp = await findIcmp('tcp')
  const ping = {
    kind: 'icmp',
    key: 'isp',
    everySeconds: 60,
    host: '127.0.0.1',
    packets: 3,
    betweenMs: 10,
    lateMs: 500,
    bytes: 56,
  } as const
  const withTcp = { ...means, icmp }
  expect(await runTest({ ...ping, tcpPort: port }, runHere, withTcp)).toMatchObject({
    method: 'tcp',
    passed: true,
    times: [expect.any(Number), expect.any(Number), expect.any(Number)],
  })
  expect(await runTest({ ...ping, tcpPort: null }, runHere, withTcp)).toMatchObject({ problem: 'no_means' })
})
