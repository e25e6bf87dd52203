import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'
import { type MetricName, metricOf, metrics } from '@netward/contract/metric-catalogue'
import { type PartLimits, severity, type WorstValue, worstOf } from '../worst-value.ts'

/** What is known of a device beside its values. */
interface KnownDevice {
  parts: ReadonlyMap<string, PartLimits>
  /** By kind of round: a round that asks for the status brings no processors. */
  readonly worst: Map<'status' | 'values', WorstValue | null>
  metrics: ReadonlySet<string>
  /** When it started, in milliseconds, by its uptime. */
  startedAt: number | null
  written: string
}

export interface PartRow {
  readonly metric: string
  readonly instance: string
  readonly label: string
  readonly low?: number | null
  readonly high?: number | null
}

/** Clocks and slow answers move the start of a device by less. */
const startTolerance = 90_000
/** RFC 3418 sysUpTime is 32 bits of hundredths of a second: 497 days. */
const upTimeWraps = 2 ** 32 * 10

/** What a round that asks for the status brings: the pings, and the states of interfaces. */
const statusMetrics: ReadonlySet<string> = new Set<MetricName>([
  'device_reachable',
  'snmp_reachable',
  'snmp_response_time',
  'device_uptime',
  'ping_rtt',
  'ping_loss',
  'interface_oper_state',
  'interface_speed',
])

/** The worst value of each device, what it measures, and whether it restarted, as polls come in. */
export class DeviceValues {
  readonly #devices = new Map<string, KnownDevice>()

  learn(deviceId: string, parts: readonly PartRow[], startedAt: number | null): void {
    const known = this.#of(deviceId)
    known.parts = new Map(parts.map((part) => [keyOf(part.metric, part.instance), part]))
    known.startedAt ??= startedAt
  }

  forget(deviceIds: readonly string[]): void {
    for (const id of deviceIds) this.#devices.delete(id)
  }

  /** What differs from what was written last. */
  changes({ polls }: Pick<MetricBatch, 'polls'>): Record<string, unknown>[] {
    return polls.flatMap((poll) => {
      const change = this.#changeOf(poll)
      return change === null ? [] : [{ deviceId: poll.deviceId, ...change }]
    })
  }

  #changeOf(poll: MetricPoll): Record<string, unknown> | null {
    const known = this.#of(poll.deviceId)
    const values = poll.values.filter(([metric]) => Object.hasOwn(metrics, metric))
    const kind = values.every(([metric]) => statusMetrics.has(metric)) ? 'status' : 'values'
    const measured = values.flatMap(([metric, instance, value]) =>
      typeof value === 'number' && metricOf(metric).kind !== 'counter' ? [{ metric, instance, value }] : [],
    )
    known.worst.set(
      kind,
      worstOf(measured, (metric, instance) => known.parts.get(keyOf(metric, instance))),
    )
    const names = new Set([...known.metrics, ...values.map(([metric]) => metric)])
    const change = {
      ...this.#worstChange(known),
      ...(names.size > known.metrics.size && { metrics: [...names] }),
      ...startChange(known, poll),
    }
    known.metrics = names
    return Object.keys(change).length === 0 ? null : change
  }

  #worstChange(known: KnownDevice): Record<string, unknown> {
    // After a start the status comes first: it says nothing of what is kept about the other values.
    if (!known.worst.has('values')) return {}
    const found = [...known.worst.values()].filter((one) => one !== null)
    const worst = found.toSorted((a, b) => severityOf(known, b) - severityOf(known, a))[0] ?? null
    const shown = worst && { ...worst, value: Math.round(worst.value * 10) / 10 }
    const written = JSON.stringify(shown)
    if (written === known.written) return {}
    known.written = written
    return { worst: shown, level: worst === null || worst.level === 'normal' ? null : worst.level }
  }

  #of(deviceId: string): KnownDevice {
    let known = this.#devices.get(deviceId)
    if (known === undefined) {
      known = { parts: new Map(), worst: new Map(), metrics: new Set(), startedAt: null, written: '' }
      this.#devices.set(deviceId, known)
    }
    return known
  }
}

const keyOf = (metric: string, instance: string) => `${metric} ${instance}`

const severityOf = ({ parts }: KnownDevice, worst: WorstValue) =>
  severity(worst, parts.get(keyOf(worst.metric, worst.instance))) ?? 0

function startChange(known: KnownDevice, { at, upTime }: MetricPoll): Record<string, unknown> {
  if (upTime === undefined) return {}
  const startedAt = at - upTime * 10
  const before = known.startedAt
  if (before !== null && Math.abs(startedAt - before) <= startTolerance) return {}
  known.startedAt = startedAt
  // Its counter wrapped: the same start, 497 days later.
  const wrapped = before !== null && Math.abs(startedAt - before - upTimeWraps) <= startTolerance
  if (wrapped) return {}
  return { startedAt, ...(before !== null && startedAt > before && { restarted: true }) }
}
