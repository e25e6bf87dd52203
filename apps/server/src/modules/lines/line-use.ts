import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Derived, PollDeriver } from '../../platform/metrics/intake/poll-deriver.ts'
import { type LineOfWan, planRepo } from './plan.repo.ts'

/** A changed contract, or a line on another WAN, counts within this time. */
const knownForMs = 10 * 60_000
const mostDevices = 50_000
/** Longer gaps are not a mean of now; shorter ones are noise of the gateway's clock. */
const longestMs = 30 * 60_000
const shortestMs = 20_000

const directions = [
  { metric: 'interface_in_octets', instance: 'down', contracted: 'downMbps' },
  { metric: 'interface_out_octets', instance: 'up', contracted: 'upMbps' },
] as const

export interface Reading {
  readonly at: number
  readonly octets: bigint
  /** Hundredths of a second since the agent started, and when the counters of this WAN began; undefined: not known. */
  readonly upTime: number | undefined
  readonly discontinuity: number | undefined
}

/**
 * The use of a line between two readings of an octet counter, in per cent of the contracted bandwidth (Mbit/s = 10^6 bit/s);
 * null where the counter began anew or the readings are too near or too far apart.
 */
export function useOf(before: Reading, now: Reading, mbps: number): number | null {
  const ms = now.at - before.at
  if (ms < shortestMs || ms > longestMs || now.octets < before.octets) return null
  if (now.discontinuity !== before.discontinuity) return null
  if (now.upTime !== undefined && before.upTime !== undefined && now.upTime < before.upTime) return null
  const bitsPerSecond = (Number(now.octets - before.octets) * 8000) / ms
  return Math.min(1000, Math.round(bitsPerSecond / mbps / 100) / 100)
}

/** Makes the use of internet lines out of the octets that their gateways count on the WAN. */
export class LineUse implements PollDeriver {
  readonly #scopes: Scopes
  readonly #lines = new LRUCache<string, readonly LineOfWan[]>({ max: mostDevices, ttl: knownForMs })
  readonly #last = new LRUCache<string, Reading>({ max: 4 * mostDevices })

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  async derive(polls: readonly MetricPoll[]): Promise<Derived> {
    const counting = polls.filter(({ values }) => values.some(([metric]) => metric === 'interface_in_octets'))
    await this.#load(new Set(counting.map(({ deviceId }) => deviceId)))
    const derived: MetricPoll[] = []
    const readings = new Map<string, Reading>()
    for (const poll of counting)
      for (const line of this.#lines.get(poll.deviceId) ?? []) {
        const values = this.#valuesOf(line, poll, readings)
        if (values.length > 0) derived.push({ deviceId: line.lineId, at: poll.at, values })
      }
    return {
      polls: derived,
      committed: () => {
        for (const [key, reading] of readings) this.#last.set(key, reading)
      },
    }
  }

  #valuesOf(line: LineOfWan, poll: MetricPoll, readings: Map<string, Reading>): MetricValue[] {
    const found: MetricValue[] = []
    for (const { metric, instance, contracted } of directions) {
      const counted = poll.values.find(([name, wan]) => name === metric && wan === line.wanName)
      const octets = counted === undefined ? null : octetsOf(counted[2])
      if (octets === null) continue
      const key = `${line.lineId} ${instance}`
      const before = readings.get(key) ?? this.#last.get(key)
      if (before !== undefined && before.at >= poll.at) continue
      const now = {
        at: poll.at,
        octets,
        upTime: poll.upTime,
        discontinuity: poll.discontinuities?.[line.wanName],
      }
      readings.set(key, now)
      const use = before === undefined ? null : useOf(before, now, line[contracted])
      if (use !== null) found.push(['line_use', instance, use])
    }
    return found
  }

  async #load(deviceIds: ReadonlySet<string>): Promise<void> {
    const missing = [...deviceIds].filter((id) => /^[1-9][0-9]{0,17}$/.test(id) && !this.#lines.has(id))
    if (missing.length === 0) return
    const found = Map.groupBy(await planRepo.linesOfWans(this.#scopes, missing), ({ deviceId }) => deviceId)
    for (const id of missing) this.#lines.set(id, found.get(id) ?? [])
  }
}

/** Counters come as decimal text; what else a device sends is no counter. */
function octetsOf(value: number | string): bigint | null {
  return /^[0-9]{1,20}$/.test(String(value)) ? BigInt(value) : null
}
