import { isIP } from 'node:net'
import type {
  IcmpTest,
  LinkProblem,
  LinkResult,
  LinkTest,
  PacketTimes,
  TcpTest,
} from '@netward/contract/link-tests'
import { tryTcp } from '../reach/tcp.ts'
import type { AddressBook, Allows, Found } from './address.ts'
import { askDns } from './dns.ts'
import { askHttp } from './http.ts'
import type { Icmp } from './icmp.ts'
import type { Tracer } from './path.ts'
import { measureThroughput } from './throughput.ts'

/** What a machine can measure with. */
export interface Means {
  readonly icmp: Icmp
  /** Null: neither mtr nor traceroute works here. */
  readonly tracer: Tracer | null
  readonly addresses: AddressBook
  /** Of its default route. Null: not known. */
  readonly firstHop: () => Promise<string | null>
}

export interface TestRun {
  readonly allows: Allows
  readonly source: string | null
  /** 80 % of an interval (operations.md §2): packets that do not fit come faster. */
  readonly budgetMs: number
  /** Live results; with it, packets go one by one. */
  readonly onPartial?: (result: LinkResult) => void
  readonly signal?: AbortSignal
}

type Part = Omit<LinkResult, 'kind' | 'key' | 'at' | 'lastedMs' | 'finished'>

/** Runs one test once. It fails for defects alone: whatever a target does is a result. */
export async function runTest(test: LinkTest, run: TestRun, means: Means): Promise<LinkResult> {
  const at = Date.now()
  const began = performance.now()
  const resultOf = (part: Part, finished: boolean): LinkResult => {
    const lastedMs = Math.round(performance.now() - began)
    return { kind: test.kind, key: test.key, at, lastedMs, finished, ...part }
  }
  const onPartial = run.onPartial && ((part: Part) => run.onPartial?.(resultOf(part, false)))
  return resultOf(await measure(test, { ...run, onPart: onPartial }, means), true)
}

interface PartRun extends Omit<TestRun, 'onPartial'> {
  readonly onPart: ((part: Part) => void) | undefined
}

async function measure(test: LinkTest, run: PartRun, means: Means): Promise<Part> {
  const find = (host: string): Promise<Found> =>
    means.addresses.find(host, run.allows, run.source === null ? null : isIP(run.source) === 6 ? 6 : 4)
  switch (test.kind) {
    case 'icmp':
      return icmp(test, run, means, find)
    case 'tcp':
      return tcp(test, run, find)
    case 'http': {
      const within = { ...test, timeoutMs: Math.min(test.timeoutMs, run.budgetMs) }
      const { address, problem, finding } = await askHttp(within, find, run.source, run.signal)
      return { method: 'http', address, passed: problem === null, problem, http: finding }
    }
    case 'dns': {
      const { server } = test
      if (server !== null && !run.allows(server)) return failed('dns', 'not_allowed')
      const within = { ...test, timeoutMs: Math.min(test.timeoutMs, run.budgetMs) }
      const { problem, time, answers } = await askDns(within, server, run.source, run.signal)
      const passed = problem === null
      return { method: 'dns', address: server, passed, problem, answers, ...(time !== null && { time }) }
    }
    case 'traceroute': {
      if (means.tracer === null) return failed('traceroute', 'no_means')
      const { method, take } = means.tracer
      const { address, problem } = await find(test.host)
      if (address === null) return failed(method, problem)
      const { source, signal } = run
      const path = await take(address, { maxHops: test.maxHops, source, ...(signal && { signal }) })
      if (path === null) return { ...failed(method, 'broken'), address }
      return { method, address, passed: path.reached, problem: path.reached ? null : 'unreachable', path }
    }
    case 'throughput': {
      const common = { method: 'http', passed: true, problem: null } as const
      const { address, problem, finding } = await measureThroughput(
        test,
        find,
        run.source,
        atMostEvery(500, (throughput) => run.onPart?.({ ...common, address: null, throughput })),
        run.signal,
      )
      if (finding === null) return { method: 'http', address, passed: false, problem }
      return { ...common, address, throughput: finding }
    }
  }
}

const failed = (method: Part['method'], problem: LinkProblem | null): Part => ({
  method,
  address: null,
  passed: false,
  problem,
})

async function icmp(
  test: IcmpTest,
  run: PartRun,
  means: Means,
  find: (host: string) => Promise<Found>,
): Promise<Part> {
  const method = means.icmp.method
  const host = test.host ?? (await means.firstHop())
  if (host === null) return failed(method, 'name_unknown')
  // The own first hop is what this machine's routes say, not what somebody asks for.
  const { address, problem } = test.host === null ? { address: host, problem: null } : await find(host)
  if (address === null) return failed(method, problem)
  const { packets, lateMs, bytes, tcpPort } = test
  const room = Math.floor((run.budgetMs - lateMs) / Math.max(1, packets))
  const options = { packets, betweenMs: Math.max(10, Math.min(test.betweenMs, room)), lateMs, bytes }
  const partOf = (times: PacketTimes): Part => {
    const passed = times.some((time) => time !== null)
    return { method, address, passed, problem: passed ? null : 'unreachable', times }
  }
  if (method === 'tcp') {
    if (tcpPort === null) return { ...failed(method, 'no_means'), address }
    const once = async () => (await tryTcp(address, tcpPort, { timeoutMs: lateMs, source: run.source })).time
    return partOf(await oneByOne(options, once, (times) => run.onPart?.(partOf(times)), run.signal))
  }
  const { source } = run
  if (run.onPart === undefined) {
    const times = await means.icmp.ping(address, { ...options, source })
    return times === null ? { ...failed(method, 'no_means'), address } : partOf(times)
  }
  const once = async () => {
    const times = await means.icmp.ping(address, { ...options, packets: 1, source })
    return times?.[0] ?? null
  }
  return partOf(await oneByOne(options, once, (times) => run.onPart?.(partOf(times)), run.signal))
}

/** Sends at its moments, whatever the packets before take. */
async function oneByOne(
  { packets, betweenMs }: { readonly packets: number; readonly betweenMs: number },
  once: () => Promise<number | null>,
  onTimes: (times: PacketTimes) => void,
  signal?: AbortSignal,
): Promise<PacketTimes> {
  const times: (number | null)[] = []
  const under: Promise<void>[] = []
  const send = async (packet: number) => {
    times[packet] = await once()
    // Holes are packets under way: they are neither lost nor there.
    onTimes(times.filter((one) => one !== undefined))
  }
  const isStopped = () => signal?.aborted === true
  for (let packet = 0; packet < packets && !isStopped(); packet++) {
    if (packet > 0) await pause(betweenMs, signal)
    if (isStopped()) break
    under.push(send(packet))
  }
  await Promise.all(under)
  return times
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

async function tcp(
  { host, port, lateMs }: TcpTest,
  run: PartRun,
  find: (host: string) => Promise<Found>,
): Promise<Part> {
  const { address, problem } = await find(host)
  if (address === null) return failed('tcp', problem)
  const timeoutMs = Math.min(lateMs, run.budgetMs)
  const { outcome, time } = await tryTcp(address, port, { timeoutMs, source: run.source })
  const passed = outcome === 'connected'
  return { method: 'tcp', address, passed, problem: passed ? null : outcome, ...(time !== null && { time }) }
}

function atMostEvery<Value>(ms: number, act: (value: Value) => void): (value: Value) => void {
  let last = 0
  return (value) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    act(value)
  }
}
