import type { MetricBatch, MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { type Metric, metricOf, metrics } from '@netward/contract/metric-catalogue'
import { exact, type Integer } from '../codec/bytes.ts'
import type { Refusal } from '../metric-store.ts'

/** A clock that is wrong by less is the collector's own business. */
const toleratedOffset = 10 * 60_000
/** The longest storage cycle. */
const oldest = 366 * 86_400_000
const longestInstance = 200

/** By how much a collector's times are moved: what its clock lacked when it sent the batch. */
export function clockOffsetOf({ sentAt }: Pick<MetricBatch, 'sentAt'>, receivedAt: number): number {
  const offset = receivedAt - sentAt
  return Math.abs(offset) > toleratedOffset ? Math.round(offset) : 0
}

/** @returns the moment by the receiver's clock, or null if it cannot be. */
export function momentOf(poll: MetricPoll, offset: number, receivedAt: number): number | null {
  const at = Math.round(poll.at + offset)
  return at > receivedAt + toleratedOffset || !(at > receivedAt - oldest) ? null : at
}

export type Judged = { refused: Refusal } | { gauge: number } | { counter: Integer; bits: 32 | 64 }

const refusals = {
  metric: { refused: 'metric' },
  number: { refused: 'number' },
  range: { refused: 'range' },
  instance: { refused: 'instance' },
} as const satisfies Partial<Record<Refusal, Judged>>

/** A sample by itself: the batch is untrusted, and of another process. */
export function judge([name, instance, value, bits = 64]: MetricValue): Judged {
  if (!Object.hasOwn(metrics, name)) return refusals.metric
  if (typeof instance !== 'string' || !isInstance(instance)) return refusals.instance
  const metric = metricOf(name)
  return metric.kind === 'counter' ? judgeCounter(value, bits) : judgeGauge(metric, value)
}

function judgeGauge({ min, max }: Metric, value: unknown): Judged {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refusals.number
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) return refusals.range
  return { gauge: value }
}

const decimal = /^[0-9]{1,20}$/

function judgeCounter(value: unknown, bits: unknown): Judged {
  if (bits !== 32 && bits !== 64) return refusals.number
  let counter: Integer
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return refusals.number
    counter = value
  } else {
    if (typeof value !== 'string' || !decimal.test(value)) return refusals.number
    counter = value.length < 16 ? Number(value) : exact(BigInt(value))
  }
  if (counter < 0 || counter > (bits === 32 ? 0xffff_ffff : 0xffff_ffff_ffff_ffffn)) return refusals.range
  return { counter, bits }
}

/** What PostgreSQL stores as text: without NUL and lone surrogates. */
function isInstance(text: string): boolean {
  return text.length <= longestInstance && !text.includes('\0') && text.isWellFormed()
}
