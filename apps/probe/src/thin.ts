import type { Fact } from '@netward/collector'
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
      gather(gathered, poll)
    }
  }
  const polls = [...gathered].map(([key, one]) => pollOf(key, one))
  const after = polls.reduce((sum, { values }) => sum + values.length, 0)
  const kept: Spooled[] = []
  for (let at = 0, sequence = 1; at < polls.length; at += 100, sequence++)
    kept.push({ of: 'batch', epoch, sequence, polls: polls.slice(at, at + 100) })
  return { kept: [...kept, ...lastFacts(records)], lost: before - after }
}

function gather(into: Map<string, Gathered>, poll: MetricPoll): void {
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

/** Of each kind and device the last, in its own record: sequences of an epoch stay in order. */
function lastFacts(records: readonly Spooled[]): Spooled[] {
  const last = new Map<string, Fact>()
  for (const record of records)
    if (record.of === 'facts')
      for (const fact of record.facts)
        last.set(fact.kind === 'trap' ? `trap ${last.size}` : `${fact.kind} ${fact.deviceId}`, fact)
  const kept = new Set(last.values())
  return records.flatMap((record) => {
    if (record.of !== 'facts') return []
    const facts = record.facts.filter((fact) => kept.has(fact))
    return facts.length === 0 ? [] : [{ ...record, facts }]
  })
}
