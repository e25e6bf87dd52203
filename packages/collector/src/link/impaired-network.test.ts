import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { distributionOf, jitterOf, summarise } from '@netward/contract/link-statistics'
import type { IcmpTest, LinkResult } from '@netward/contract/link-tests'
import { afterEach, expect, test } from 'vitest'
import { findReach } from '../reach/reach.ts'
import { AddressBook } from './address.ts'
import { findIcmp } from './icmp.ts'
import { findTracer } from './path.ts'
import { type Means, runTest } from './run-test.ts'

/** Link tests against a network whose faults are known: a namespace behind a veth pair. Needs root; runs in `.ci/run`. */
const namespace = 'netward-impaired'
const [here, there] = ['netward-i0', 'netward-i1']
const address = '10.78.0.1'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' }).toString()
const inside = (...args: string[]) => ip('netns', 'exec', namespace, ...args)
let relay: ChildProcess | null = null

afterEach(() => {
  relay?.kill()
  relay = null
  removeNetwork()
})

function removeNetwork(): void {
  for (const args of [
    ['netns', 'del', namespace],
    ['link', 'del', here],
  ])
    try {
      ip(...args)
    } catch {
      // It is not there.
    }
}

function makeNetwork(): void {
  removeNetwork()
  ip('netns', 'add', namespace)
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace)
  ip('addr', 'add', '10.78.0.254/24', 'dev', here)
  ip('link', 'set', here, 'up')
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', there)
  ip('-n', namespace, 'link', 'set', there, 'up')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
}

async function meansHere(): Promise<Means> {
  const { method } = await findReach()
  const [icmp, tracer] = await Promise.all([findIcmp(method), findTracer()])
  return { icmp, tracer, addresses: new AddressBook(), firstHop: async () => null }
}

const pings: IcmpTest = {
  kind: 'icmp',
  key: 'isp',
  everySeconds: 60,
  host: address,
  packets: 100,
  betweenMs: 20,
  lateMs: 500,
  bytes: 56,
  tcpPort: null,
}
const run = { allows: () => true, source: null, budgetMs: 48_000 }

/** Three tests of 100 packets one after another. */
async function threeTests(means: Means): Promise<LinkResult[]> {
  const results: LinkResult[] = []
  for (let at = 0; at < 3; at++) results.push(await runTest(pings, run, means))
  return results
}

const lostIn = (results: readonly LinkResult[]) =>
  results.flatMap(({ times }) => times ?? []).filter((time) => time === null).length

test('what is lost is what the network drops, to one packet', async () => {
  makeNetwork()
  const rules = `table ip impaired {
    counter dropped { }
    chain input {
      type filter hook input priority 0;
      icmp type echo-request numgen random mod 100 < 15 counter name "dropped" drop
    }
  }`
  execFileSync('ip', ['netns', 'exec', namespace, 'nft', '-f', '-'], { input: rules })
  const results = await threeTests(await meansHere())
  const counted = JSON.parse(inside('nft', '-j', 'list', 'counters')) as {
    nftables: { counter?: { packets: number } }[]
  }
  const dropped = counted.nftables.find(({ counter }) => counter !== undefined)?.counter?.packets ?? -1
  expect(dropped).toBeGreaterThan(10)
  expect(Math.abs(lostIn(results) - dropped)).toBeLessThanOrEqual(1)
}, 60_000)

test('median and jitter are those of the network, to a millisecond, and late replies are lost', async () => {
  makeNetwork()
  inside('sysctl', '-qw', 'net.ipv4.icmp_echo_ignore_all=1')
  const script = fileURLToPath(new URL('./echo-relay.pl', import.meta.url))
  // 30 to 70 ms, and a tenth of the packets never.
  relay = spawn('ip', ['netns', 'exec', namespace, 'perl', script, '30', '40', '10', '7'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  relay.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(relay.stdout!, 'data')
  const means = await meansHere()
  const results = await threeTests(means)
  const lines = said.split('\n').filter((line) => line.startsWith(address))
  expect(lines).toHaveLength(300)
  for (const [at, result] of results.entries()) {
    // A line a request in the order of its end: in order of sending again by the sequence.
    const held = lines
      .slice(100 * at, 100 * at + 100)
      .map((line) => line.split(' '))
      .toSorted((a, b) => Number(a[1]) - Number(b[1]))
      .map(([, , ms]) => (ms === 'lost' ? null : Number(ms)))
    const answered = held.filter((ms) => ms !== null)
    const { loss, rtt, jitter } = summarise(result.times ?? [])
    expect(Math.abs((loss ?? -100) - (100 - answered.length))).toBeLessThanOrEqual(1)
    expect(Math.abs((rtt?.median ?? 0) - (distributionOf(answered)?.median ?? -9))).toBeLessThan(1)
    expect(Math.abs((jitter ?? 0) - (jitterOf(answered) ?? -9))).toBeLessThan(1)
  }
  const impatient = await runTest({ ...pings, packets: 20, lateMs: 25 }, run, means)
  expect(impatient).toMatchObject({ passed: false, problem: 'unreachable', address })
}, 60_000)

test('a path is taken, and its hops are those of the network', async () => {
  makeNetwork()
  const means = await meansHere()
  const trace = { kind: 'traceroute', key: 'path', host: address, maxHops: 5, everySeconds: 3600 } as const
  const result = await runTest(trace, run, means)
  expect(result).toMatchObject({
    passed: true,
    path: { target: address, reached: true, hops: [{ ttl: 1, address, received: 3 }] },
  })
}, 60_000)
