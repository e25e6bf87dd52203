import type { Fact, LineFact } from '@netward/collector'
import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { metricOf, metrics } from '@netward/contract/metric-catalogue'
import type { Spooled } from './spool.ts'

const span = 30 * 60_000

interface Gathered {
  at: number
  upTime: number | undefined
  discontinuities: Readonly<Record<string, number>> | undefined
  readonly values: Map<string, { value: MetricValue; sum: number; count: number }>
}

/**
 * Raw records as one poll a device and half hour: the mean of a gauge, the last value of a state, and the last reading of a
 * counter, which is exact whatever was between.
 * @param epoch of the batch that it becomes: it is another one than those that were sent
 */
export function thinned(records: readonly Spooled[], epoch: string): { kept: Spooled[]; lost: number } {
  const gathered = new Map<string, Gathered>()
  let before = 0
  for (const record of records) {
    if (record.of !== 'batch') continue
    for (const poll of record.polls) {
      before += poll.values.length
      gather(gathered, { ...poll, values: poll.values.filter(([metric]) => metric !== 'line_up') })
    }
  }
  const polls = [...gathered].map(([key, one]) => pollOf(key, one)).concat(minutesOf(records))
  const after = polls.reduce((sum, { values }) => sum + values.length, 0)
  const kept: Spooled[] = []
  for (let at = 0, sequence = 1; at < polls.length; at += 100, sequence++)
    kept.push({ of: 'batch', epoch, sequence, polls: polls.slice(at, at + 100) })
  return { kept: [...kept, ...lastFacts(records)], lost: before - after }
}

/** Whether a line was up stays as it is, minute by minute: an outage would vanish in a mean. */
const minutesOf = (records: readonly Spooled[]): MetricPoll[] =>
  records.flatMap((record) =>
    record.of !== 'batch'
      ? []
      : record.polls.flatMap((poll) => {
          const values = poll.values.filter(([metric]) => metric === 'line_up')
          return values.length === 0 ? [] : [{ deviceId: poll.deviceId, at: poll.at, values }]
        }),
  )

function gather(into: Map<string, Gathered>, poll: MetricPoll): void {
  if (poll.values.length === 0) return
  const key = `${poll.deviceId} ${Math.floor(poll.at / span)}`
  let one = into.get(key)
  if (one === undefined)
    into.set(key, (one = { at: 0, upTime: undefined, discontinuities: undefined, values: new Map() }))
  if (poll.at >= one.at) {
    one.at = poll.at
    one.upTime = poll.upTime ?? one.upTime
    one.discontinuities = poll.discontinuities ?? one.discontinuities
  }
  for (const value of poll.values) {
    const [metric, instance, number] = value
    const name = `${metric} ${instance}`
    const known = one.values.get(name)
    const isMean =
      Object.hasOwn(metrics, metric) && metricOf(metric).kind === 'gauge' && typeof number === 'number'
    one.values.set(name, {
      value,
      sum: (known?.sum ?? 0) + (isMean ? number : 0),
      count: (known?.count ?? 0) + (isMean ? 1 : 0),
    })
  }
}

function pollOf(key: string, { at, upTime, discontinuities, values }: Gathered): MetricPoll {
  return {
    deviceId: key.slice(0, key.indexOf(' ')),
    at,
    values: [...values.values()].map(({ value, sum, count }): MetricValue =>
      count === 0 ? value : [value[0], value[1], sum / count],
    ),
    ...(upTime !== undefined && { upTime }),
    ...(discontinuities !== undefined && { discontinuities }),
  }
}

/** Of each kind and device or line the last, in its own record: sequences of an epoch stay in order. */
function lastFacts(records: readonly Spooled[]): Spooled[] {
  const last = new Map<string, Fact | LineFact>()
  for (const record of records)
    if (record.of !== 'batch')
      for (const fact of record.facts) last.set(keyOf(fact) ?? `event ${last.size}`, fact)
  const kept = new Set(last.values())
  return records.flatMap((record): Spooled[] => {
    if (record.of === 'batch') return []
    const own = <T extends Fact | LineFact>(facts: readonly T[]) => facts.filter((fact) => kept.has(fact))
    const thin =
      record.of === 'facts'
        ? { ...record, facts: own(record.facts) }
        : { ...record, facts: own(record.facts) }
    return thin.facts.length === 0 ? [] : [thin]
  })
}

/** Null: each counts, as traps, blind minutes and the paths of an outage do. */
function keyOf(fact: Fact | LineFact): string | null {
  if ('deviceId' in fact) return fact.kind === 'trap' ? null : `${fact.kind} ${fact.deviceId}`
  if (fact.kind === 'test') return `test ${fact.lineId} ${fact.result.key}`
  return fact.kind === 'path' && fact.moment === 'healthy' ? `path ${fact.lineId} ${fact.key}` : null
}
