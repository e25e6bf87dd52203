import { switchMib } from '@netward/testkit'
import { expect, test } from 'vitest'
import { AddressGuard } from '../guard.ts'
import type { ScanRequest } from '../protocol.ts'
import type { PingOnce } from '../reach/ping-once.ts'
import { startAgent, v2c } from '../snmp/fixture.ts'
import { Pace } from './pace.ts'
import { Scanner } from './scanner.ts'

const addresses = (from: number, to: number, net = '127.0.7') =>
  Array.from({ length: to - from + 1 }, (_, at) => `${net}.${from + at}`)

const requestOf = (port: number, list: readonly string[], over: Partial<ScanRequest> = {}): ScanRequest => ({
  kind: 'scan',
  scanId: '1',
  companyCode: 'acme',
  port,
  rate: 500,
  credentials: [v2c],
  targets: list.map((address) => ({ address, credentialIds: [v2c.id] })),
  ...over,
})

function scannerOf(pingOnce: PingOnce | null, ranges = ['127.0.0.0/8=acme']): Scanner {
  return new Scanner({
    guard: new AddressGuard(ranges, ['127.0.7.200']),
    pingOnce,
    onError(error) {
      throw error
    },
    snmpTimeoutMs: 300,
  })
}

const everyOther: PingOnce = async (list) =>
  new Set(list.filter((one) => Number(one.split('.')[3]) % 2 === 0))

test('a pace lets so many packets a second through, evenly, and makes up for no pause', async () => {
  let now = 0
  const sent: number[] = []
  const clock = { now: () => now, wait: async (milliseconds: number) => void (now += milliseconds) }
  const pace = new Pace(50, clock)
  for (let packet = 0; packet < 100; packet++) {
    await pace.take()
    sent.push(now)
  }
  expect(sent.at(-1)).toBeCloseTo(99 * 20)
  now += 60_000
  await pace.take(32)
  const after = now
  await pace.take()
  expect(now - after).toBeCloseTo(32 * 20)
  expect(pace.packets).toBe(133)
})

test('what answers one packet is asked who it is; the others are sent nothing more', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 4, name: 'core' }), address: '127.0.7.2' })
  const silent = await startAgent({
    mib: switchMib({ interfaces: 1 }),
    address: '127.0.7.3',
    port: agent.port,
  })
  const pinged: string[] = []
  const scanner = scannerOf(async (list, between) => {
    pinged.push(...list)
    expect(between).toBe(2)
    return everyOther(list, between)
  })
  const result = await scanner.scan(requestOf(agent.port, addresses(1, 6)))
  expect(pinged).toEqual(addresses(1, 6))
  expect(result.checked).toBe(6)
  expect(silent.requests).toBe(0)
  const byAddress = new Map(result.finds.map((find) => [find.address, find]))
  expect([...byAddress.keys()].toSorted()).toEqual(['127.0.7.2', '127.0.7.4', '127.0.7.6'])
  expect(byAddress.get('127.0.7.2')).toMatchObject({
    credentialId: '1',
    identity: { sysName: 'core', vendor: 'Huawei', type: 'switch', baseMac: '04:4a:6c:00:00:01' },
  })
  expect(byAddress.get('127.0.7.4')).toMatchObject({ credentialId: null, refused: false, identity: null })
  expect(result.packets).toBeGreaterThanOrEqual(6 + agent.requests)
})

test('addresses of others, our own, link-local ones and names get no packet', async () => {
  const pinged: string[] = []
  const scanner = scannerOf(
    async (list) => {
      pinged.push(...list)
      return new Set()
    },
    ['127.0.7.0/24=acme', '10.0.0.0/8=other'],
  )
  const list = [
    '127.0.8.1',
    '10.0.0.1',
    '169.254.1.1',
    '127.0.7.200',
    'localhost',
    '::ffff:127.0.7.1',
    '127.0.7.1',
  ]
  const result = await scanner.scan(requestOf(1161, list))
  // An own address on loopback in a range of the company is open: the demo lives there.
  expect(pinged).toEqual(['127.0.7.200', '127.0.7.1'])
  expect(result).toMatchObject({ checked: 7, finds: [] })
})

test('a scan that is stopped says how far it came, and another one goes on from there', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 1 }), address: '127.0.7.30' })
  const seen: string[] = []
  const scanner = scannerOf(async (list) => {
    seen.push(...list)
    if (seen.length === 16) scanner.stop('1')
    return new Set(list.filter((one) => one === '127.0.7.30'))
  })
  const list = addresses(1, 40)
  const first = await scanner.scan(requestOf(agent.port, list, { rate: 16 * 2 }))
  expect(first.checked).toBe(16)
  const rest = list.slice(first.checked)
  const second = await scanner.scan(requestOf(agent.port, rest))
  expect(second.checked).toBe(24)
  expect(second.finds.map(({ address }) => address)).toEqual(['127.0.7.30'])
  expect(seen).toEqual(list)
})

test('where nothing pings, the first packet asks for sysUpTime', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 1, name: 'alone' }), address: '127.0.7.60' })
  const result = await scannerOf(null).scan(requestOf(agent.port, addresses(60, 60)))
  expect(result.finds[0]?.identity?.sysName).toBe('alone')
})

test('an agent that refuses its credentials is found as such', async () => {
  const agent = await startAgent({
    mib: switchMib({ interfaces: 1 }),
    address: '127.0.7.64',
    versions: ['v3'],
    users: [{ name: 'monitor', auth: 'sha', authPassphrase: 'authenticate me' }],
  })
  const wrong = {
    id: '9',
    version: 'v3',
    userName: 'monitor',
    auth: 'sha',
    authPassphrase: 'something else',
  } as const
  const request = requestOf(agent.port, [], {
    credentials: [wrong],
    targets: [{ address: '127.0.7.64', credentialIds: ['9'] }],
  })
  const result = await scannerOf(everyOther).scan(request)
  expect(result.finds).toMatchObject([{ refused: true, credentialId: null }])
})
