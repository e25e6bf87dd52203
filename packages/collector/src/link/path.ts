import { isIP } from 'node:net'
import type { LinkHop, LinkPath } from '@netward/contract/link-tests'
import { run } from '../reach/probe-run.ts'

export type PathMethod = 'mtr' | 'traceroute'

interface PathOptions {
  readonly maxHops: number
  readonly source: string | null
  /** Packets to each hop; default 3, a second apart. */
  readonly probes?: number
  readonly signal?: AbortSignal
}

/** Takes the path to a literal, checked address; null: it could not be taken. */
export type TakePath = (address: string, options: PathOptions) => Promise<LinkPath | null>

export interface Tracer {
  readonly method: PathMethod
  readonly take: TakePath
}

const usualProbes = 3
const timeoutMs = 60_000
const mostHops = 64

/** The first program that works here, tried on loopback; null: none. */
export async function findTracer(): Promise<Tracer | null> {
  for (const tracer of [
    { method: 'mtr', take: mtr },
    { method: 'traceroute', take: traceroute },
  ] as const) {
    const path = await tracer.take('127.0.0.1', { maxHops: 1, source: null, probes: 1 })
    if (path?.reached === true) return tracer
  }
  return null
}

async function mtr(
  address: string,
  { maxHops, source, probes = usualProbes, signal }: PathOptions,
): Promise<LinkPath | null> {
  const args = ['--report', '--json', '-n', '-c', String(probes), '-m', String(maxHops), '-G', '2']
  if (source !== null) args.push('-a', source)
  const result = await run('mtr', [...args, address], timeoutMs, signal)
  return result === null ? null : readMtr(result.stdout, address)
}

async function traceroute(
  address: string,
  { maxHops, source, probes = usualProbes, signal }: PathOptions,
): Promise<LinkPath | null> {
  const args = ['-n', '-q', String(probes), '-w', '2', '-m', String(maxHops)]
  if (source !== null) args.push('-s', source)
  const result = await run('traceroute', [...args, address], timeoutMs, signal)
  return result === null ? null : readTraceroute(result.stdout, address)
}

/** The report of mtr 0.87 and later. Null for anything that is none. */
export function readMtr(text: string, target: string): LinkPath | null {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return null
  }
  const hubs = at(at(report, 'report'), 'hubs')
  if (!Array.isArray(hubs)) return null
  const hops = hubs.slice(0, mostHops).map((hub: unknown, place): LinkHop => {
    const sent = wholeOf(at(hub, 'Snt'))
    const lost = Math.min(100, Math.max(0, numberOf(at(hub, 'Loss%')) ?? 100))
    const address = addressOf(at(hub, 'host'))
    const received = address === null ? 0 : Math.round((sent * (100 - lost)) / 100)
    return { ttl: place + 1, address, sent, received, rtt: received === 0 ? null : numberOf(at(hub, 'Avg')) }
  })
  return pathOf(target, hops)
}

/** Lines such as ` 2  192.0.2.1  0.051 ms !H  192.0.2.9  1.2 ms *`. Null where no line is a hop. */
export function readTraceroute(text: string, target: string): LinkPath | null {
  const hops: LinkHop[] = []
  for (const line of text.split('\n').slice(0, mostHops + 10)) {
    const match = /^\s*(\d{1,2})\s+(.{1,500})$/.exec(line)
    if (match?.[2] === undefined || Number(match[1]) !== hops.length + 1 || hops.length >= mostHops) continue
    const words = match[2].trim().split(/\s+/)
    const times = words.flatMap((word, place) => {
      const time = words[place + 1] === 'ms' ? numberOf(Number(word)) : null
      return time === null ? [] : [time]
    })
    const lost = words.filter((word) => word === '*').length
    const address = words.map(addressOf).find((word) => word !== null) ?? null
    const received = address === null ? 0 : times.length
    const sum = times.reduce((before, time) => before + time, 0)
    hops.push({
      ttl: hops.length + 1,
      address,
      sent: received + lost,
      received,
      rtt: received === 0 ? null : sum / received,
    })
  }
  return hops.length === 0 ? null : pathOf(target, hops)
}

/** Without the silent hops behind the last that answers: a path that is not complete ends with as many as are allowed. */
function pathOf(target: string, hops: readonly LinkHop[]): LinkPath {
  const place = hops.findIndex(({ address }) => address === target)
  const last = place >= 0 ? place : hops.findLastIndex(({ address }) => address !== null)
  return { target, reached: place >= 0, hops: hops.slice(0, last + 1) }
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 600_000 ? value : null

const wholeOf = (value: unknown): number => Math.min(1000, Math.floor(numberOf(value) ?? 0))

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && isIP(value) !== 0 && !value.includes('%') ? value : null
