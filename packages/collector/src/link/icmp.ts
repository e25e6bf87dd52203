import { isIPv6 } from 'node:net'
import { withoutLate } from '@netward/contract/link-statistics'
import type { PacketTimes } from '@netward/contract/link-tests'
import { limited } from '../limited.ts'
import { readFping, readPing } from '../reach/ping.ts'
import { run } from '../reach/probe-run.ts'
import type { ReachMethod } from '../protocol.ts'

export interface PingOptions {
  readonly packets: number
  readonly betweenMs: number
  readonly lateMs: number
  readonly bytes: number
  readonly source: string | null
}

/** Sends echo requests to a literal, checked address. Null: this machine cannot. */
export interface Icmp {
  readonly method: ReachMethod
  ping(address: string, options: PingOptions): Promise<PacketTimes | null>
}

/** Targets of one process. A raw socket gets the replies of all processes, so that many small ones cost more than a few. */
const targetsInCall = 2000
const callsAtOnce = 100
const pingsAtOnce = 64
/** Targets that come due within it share one process: their packets leave as much later. */
const gatherMs = 2000
/** Of a single packet, which somebody waits for. */
const gatherOneMs = 50
const graceMs = 10_000

/** The first means that works here; `method` is what loopback showed (`findReach`). */
export async function findIcmp(method: ReachMethod): Promise<Icmp> {
  if (method === 'tcp') return { method, ping: async () => null }
  if (method === 'ping') return { method, ping: limited(pingsAtOnce, ping) }
  const once = { packets: 1, betweenMs: 100, lateMs: 1000, bytes: 56, source: null }
  // Some builds keep the shortest interval for root.
  const atOnce = await fping('0', ['127.0.0.1'], once)
  return byFping(atOnce?.get('127.0.0.1')?.[0] == null ? '1' : '0')
}

interface Batch {
  readonly options: PingOptions
  readonly waiting: Map<string, ((times: PacketTimes | null) => void)[]>
  timer: NodeJS.Timeout | null
}

function byFping(intervalMs: string): Icmp {
  const batches = new Map<string, Batch>()
  const call = limited(callsAtOnce, fping)
  const flush = async (key: string, batch: Batch) => {
    if (batch.timer !== null) clearTimeout(batch.timer)
    batches.delete(key)
    const found = await call(intervalMs, [...batch.waiting.keys()], batch.options)
    for (const [address, resolvers] of batch.waiting) {
      for (const resolve of resolvers) resolve(found?.get(address) ?? null)
    }
  }
  return {
    method: 'fping',
    ping: (address, options) =>
      new Promise((resolve) => {
        const { packets, betweenMs, lateMs, bytes, source } = options
        const key = [packets, betweenMs, lateMs, bytes, source, isIPv6(address)].join(' ')
        const batch = batches.get(key) ?? { options, waiting: new Map(), timer: null }
        batches.set(key, batch)
        const others = batch.waiting.get(address)
        if (others === undefined) batch.waiting.set(address, [resolve])
        else others.push(resolve)
        if (batch.waiting.size >= targetsInCall) void flush(key, batch)
        else {
          const gather = packets === 1 ? gatherOneMs : gatherMs
          batch.timer ??= setTimeout(() => void flush(key, batch), gather)
        }
      }),
  }
}

async function fping(
  intervalMs: string,
  addresses: readonly string[],
  { packets, betweenMs, lateMs, bytes, source }: PingOptions,
): Promise<ReadonlyMap<string, PacketTimes> | null> {
  const args = ['-C', String(packets), '-q', '-i', intervalMs, '-p', String(Math.max(10, betweenMs))]
  args.push('-t', String(lateMs), '-b', String(bytes), ...(source === null ? [] : ['-S', source]))
  const result = await run(
    'fping',
    [...args, ...addresses],
    packets * (betweenMs + addresses.length) + lateMs + graceMs,
  )
  if (result === null) return null
  const found = readFping(result.stderr)
  return new Map([...found].map(([address, times]) => [address, withoutLate(times, lateMs)]))
}

async function ping(
  address: string,
  { packets, betweenMs, lateMs, bytes, source }: PingOptions,
): Promise<PacketTimes | null> {
  // Anything shorter is kept for root.
  const between = Math.max(200, betweenMs)
  const args = ['-n', '-c', String(packets), '-i', String(between / 1000)]
  args.push('-W', String(Math.ceil(lateMs / 1000)), '-s', String(bytes))
  if (source !== null) args.push('-I', source)
  const result = await run('ping', [...args, address], packets * between + lateMs + graceMs)
  const times = result === null ? null : readPing(result.stdout)
  return times === null ? null : withoutLate(times, lateMs)
}
