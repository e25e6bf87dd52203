import { metricOf } from '@netward/contract/metric-catalogue'
import type { Series } from '../metric-store.ts'
import { type Bucket, decodeBuckets } from '../codec/buckets.ts'
import { decodeHour } from '../codec/hour-block.ts'
import { decodeLast } from '../codec/last-samples.ts'
import { readCounters, readGauges } from '../codec/poll-body.ts'
import type { Counted } from './counters.ts'
import { ofBucket, ofReadings, ofValue, type Span } from './spans.ts'

export type SeriesKind = 'gauges' | 'counters'

export const kindOf = ({ metric }: Pick<Series, 'metric'>): SeriesKind =>
  metricOf(metric).kind === 'counter' ? 'counters' : 'gauges'

/** What is read of one series, in any order and with repeats until it becomes spans. */
interface Raw {
  readonly kind: SeriesKind
  readonly values: { at: number; value: number }[]
  readonly readings: Counted[]
  readonly buckets: Span[]
}

export const fiveMinutes = 300_000
export const hour = 3_600_000

/** Collects samples and rollups of the wanted series from rows, which hold those of other series too. */
export class Collected {
  readonly #raw: Map<Series, Raw>
  readonly #slots = new Map<string, (Raw | undefined)[]>()
  readonly #blocks = new Map<string, { kind: SeriesKind; slots: Map<number, Raw> }>()

  constructor(series: readonly Series[]) {
    this.#raw = new Map(
      series.map((one) => [one, { kind: kindOf(one), values: [], readings: [], buckets: [] }]),
    )
    for (const [{ deviceId, slot, block }, raw] of this.#raw) {
      let slots = this.#slots.get(deviceId)
      if (!slots) this.#slots.set(deviceId, (slots = []))
      slots[slot] = raw
      let ofBlock = this.#blocks.get(block)
      if (!ofBlock) this.#blocks.set(block, (ofBlock = { kind: raw.kind, slots: new Map() }))
      ofBlock.slots.set(slot, raw)
    }
  }

  poll(deviceId: string, at: number, gauges: Buffer | null, counters: Buffer | null): void {
    const slots = this.#slots.get(deviceId)
    if (!slots) return
    if (gauges) readGauges(gauges, (slot, value) => slots[slot]?.values.push({ at, value }))
    if (counters)
      readCounters(counters, (slot, value, bits, discontinuity, upTime) =>
        slots[slot]?.readings.push({ at, value, bits, upTime, discontinuity }),
      )
  }

  hour(blockId: string, bytes: Buffer): void {
    const wanted = this.#blocks.get(blockId)
    if (!wanted) return
    const block = decodeHour(wanted.kind, bytes, wanted.slots)
    if (block.kind === 'gauges') {
      for (const { slot, values } of block.series) {
        const raw = wanted.slots.get(slot)
        if (!raw) continue
        values.forEach((value, index) => {
          if (value !== undefined) raw.values.push({ at: block.times[index]!, value })
        })
      }
      return
    }
    for (const { slot, bits, values, discontinuities } of block.series) {
      const raw = wanted.slots.get(slot)
      if (!raw) continue
      values.forEach((value, index) => {
        if (value === undefined) return
        raw.readings.push({
          at: block.times[index]!,
          value,
          bits,
          upTime: block.upTimes[index] ?? null,
          discontinuity: discontinuities[index] ?? 0,
        })
      })
    }
  }

  buckets(blockId: string, start: number, bytes: Buffer, size: number, each: number): void {
    const wanted = this.#blocks.get(blockId)
    if (!wanted) return
    for (const { slot, buckets } of decodeBuckets(wanted.kind, bytes, each, wanted.slots)) {
      const raw = wanted.slots.get(slot)
      if (!raw) continue
      buckets.forEach((bucket, index) => {
        if (bucket) raw.buckets.push(ofBucket(wanted.kind, start + index * size, size, bucket))
      })
    }
  }

  /** A sample without what only PostgreSQL keeps. */
  sample(series: Series, at: number, value: number): void {
    const raw = this.#raw.get(series)
    if (raw?.kind === 'gauges') raw.values.push({ at, value })
    else raw?.readings.push({ at, value, bits: 64, upTime: null, discontinuity: 0 })
  }

  bucket(series: Series, start: number, size: number, bucket: Bucket): void {
    const raw = this.#raw.get(series)
    raw?.buckets.push(ofBucket(raw.kind, start, size, bucket))
  }

  /** The last packed samples of a device. */
  last(deviceId: string, bytes: Buffer): void {
    const { gauges, counters } = decodeLast(bytes)
    const slots = this.#slots.get(deviceId)
    for (const [slot, value] of gauges) slots?.[slot]?.values.push(value)
    for (const [slot, readings] of counters) slots?.[slot]?.readings.push(...readings)
  }

  /** When the series was measured last; null: never. */
  lastAt(series: Series): number | null {
    const raw = this.#raw.get(series)
    if (!raw) return null
    const samples = raw.kind === 'gauges' ? raw.values : raw.readings
    return samples.reduce<number | null>((last, { at }) => (last === null || at > last ? at : last), null)
  }

  /**
   * In order of time, each sample once. Without `from` and `to` all; rates of readings before `from` are needed to begin
   * with, and are not in the result.
   */
  spans(series: Series, from = -Infinity, to = Infinity): Span[] {
    const raw = this.#raw.get(series)
    if (!raw) return []
    const own =
      raw.kind === 'gauges'
        ? once(raw.values).map(({ at, value }) => ofValue(at, value))
        : ofReadings(once(raw.readings))
    const within = (span: Span) =>
      span.from < to && (span.to > span.from ? span.to > from : span.from >= from)
    const found = own.filter(within)
    if (raw.buckets.length === 0) return found
    return [...raw.buckets.filter(within), ...found].toSorted((a, b) => a.from - b.from)
  }
}

/** In order of time; of samples at the same moment the one that came last. */
function once<T extends { at: number }>(samples: readonly T[]): T[] {
  let ordered = true
  for (let index = 1; index < samples.length && ordered; index++)
    ordered = samples[index - 1]!.at < samples[index]!.at
  if (ordered) return samples as T[]
  return [...new Map(samples.map((sample) => [sample.at, sample])).values()].toSorted((a, b) => a.at - b.at)
}
