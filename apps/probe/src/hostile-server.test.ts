import { AddressGuard } from '@netward/collector/guard'
import type { FromProbe } from '@netward/collector/probe-frames'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { checkedConfiguration, ConfigurationError } from './configuration.ts'
import { DeviceStreams } from './device-streams.ts'
import { localCode, orderOf } from './orders.ts'

const servers: Server[] = []
afterEach(() => {
  for (const one of servers.splice(0)) one.close()
})

async function listening(): Promise<{ port: number; connections: () => number }> {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.pipe(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { port: (server.address() as { port: number }).port, connections: () => count }
}

function streamsIn(ranges: readonly string[]) {
  const said: FromProbe[] = []
  const bytes: Buffer[] = []
  const guard = new AddressGuard(
    ranges.map((range) => `${range}=${localCode}`),
    [],
    true,
  )
  const streams = new DeviceStreams(guard, {
    say: (message) => said.push(message),
    sendBytes: (frame) => bytes.push(frame),
  })
  return { streams, said, bytes }
}

test('a server opens no connection outside of the ranges of the probe', async () => {
  const { port, connections } = await listening()
  const { streams, said } = streamsIn(['192.168.7.0/24'])
  const addresses = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '192.168.8.1',
    '8.8.8.8',
    '169.254.169.254',
    'localhost',
    '0.0.0.0',
    7,
    null,
  ]
  for (const [n, address] of addresses.entries()) streams.open(n + 1, address, port)
  expect(said).toEqual(addresses.map((_, n) => ({ kind: 'failed', stream: n + 1, reason: 'refused' })))
  streams.open(50, '192.168.7.1', 70_000)
  expect(said.at(-1)).toEqual({ kind: 'failed', stream: 50, reason: 'refused' })
  expect(connections()).toBe(0)
})

test('inside of its ranges bytes go both ways, and the end of one side ends the other', async () => {
  const { port } = await listening()
  const { streams, said, bytes } = streamsIn(['127.0.0.0/8'])
  streams.open(1, '127.0.0.1', port)
  await vi.waitFor(() => expect(said).toContainEqual({ kind: 'opened', stream: 1 }))
  streams.arrived(1, Buffer.from('uname\n'))
  await vi.waitFor(() => expect(Buffer.concat(bytes).subarray(5).toString()).toBe('uname\n'))
  streams.close(1)
  streams.arrived(1, Buffer.from('more'))
  expect(said.filter(({ kind }) => kind === 'closed')).toEqual([])
})

test('the code of a company that a server names is replaced by the one of the probe', () => {
  const target = {
    deviceId: '1',
    companyCode: 'other',
    driver: 'snmp',
    address: '10.0.0.1',
    port: 161,
    credentialIds: [],
    credentialId: null,
    inventory: null,
  }
  const plan = { kind: 'plan', full: true, credentials: [], targets: [target] }
  expect(orderOf(plan)).toMatchObject({ targets: [{ companyCode: localCode }] })
  const scan = {
    kind: 'scan',
    scanId: '1',
    companyCode: 'x',
    port: 161,
    rate: 1e9,
    credentials: [],
    targets: [],
  }
  expect(orderOf(scan)).toMatchObject({ companyCode: localCode, rate: 500 })
})

test.each([
  ['settings', { kind: 'start', settings: { ranges: ['0.0.0.0/0=local'] } }],
  ['an end', { kind: 'stop' }],
  ['code', { kind: 'eval', code: 'process.exit()' }],
  ['a plan without targets', { kind: 'plan', full: true }],
  ['a plan that is a text', { kind: 'plan', full: true, targets: 'x', credentials: 'y' }],
  ['a trial at a name', { kind: 'try', trialId: '1', address: 'localhost', port: 161, credentials: [] }],
  ['nothing', null],
])('a server that sends %s is not obeyed', (_what, message) => {
  expect(orderOf(message)).toBeNull()
})

test('the machine itself is in no range unless the operator says so', () => {
  const given = { server: 'https://netward.test' }
  for (const range of ['127.0.0.0/8', '127.0.0.1/32', '126.0.0.0/7', '::1/128'])
    expect(() => checkedConfiguration({ ...given, ranges: [range] })).toThrow(ConfigurationError)
  expect(() => checkedConfiguration({ ...given, ranges: ['0.0.0.0/0'] })).toThrow(ConfigurationError)
  expect(
    checkedConfiguration({ ...given, ranges: ['127.0.0.0/8'], allowLoopback: true }).ranges,
  ).toHaveLength(1)
})
