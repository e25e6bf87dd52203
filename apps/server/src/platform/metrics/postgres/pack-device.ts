import { metricOf, type MetricName } from '@netward/contract/metric-catalogue'
import type { Bucket, BucketColumn } from '../codec/buckets.ts'
import { decodeBuckets, encodeBuckets } from '../codec/buckets.ts'
import { decodeHour, encodeHour } from '../codec/hour-block.ts'
import type { LastSamples } from '../codec/last-samples.ts'
import { readCounters, readGauges } from '../codec/poll-body.ts'
import { fiveMinutes, hour as hourLength } from '../reading/collected.ts'
import type { Counted } from '../reading/counters.ts'
import { bucketsOfReadings, bucketsOfValues } from './bucketed.ts'
import { blockOf, columnsOf, type Sampled } from './columns.ts'

export type Kind = 'gauges' | 'counters'

/** The series of a device, by slot. */
export type DeviceSlots = readonly ({ block: string; kind: Kind } | undefined)[]

export interface Poll {
  at: number
  gauges: Buffer
  counters: Buffer
}

/** What is packed of the hours and quarters around the polls, by `keyOf`. */
export interface Packed {
  readonly hours: ReadonlyMap<string, Buffer>
  readonly rollups: ReadonlyMap<string, Buffer>
  readonly last: LastSamples
}

export interface PackedHour {
  block: string
  hour: number
  samples: Buffer
  /** Null: it would say the same as the samples. */
  five: Buffer | null
}

export interface PackedRollup {
  block: string
  quarter: number
  buckets: Buffer
}

export const keyOf = (block: string, cell: number): string => `${block} ${cell}`
export const kindOfMetric = (metric: string): Kind =>
  metricOf(metric as MetricName).kind === 'counter' ? 'counters' : 'gauges'

const hoursOfQuarter = 6
/** Rollups of 5 minutes are worth their space from so many samples an hour. */
const dense = 24

/** New samples by block and hour. */
export class DeviceHours {
  readonly kinds = new Map<string, Kind>()
  readonly #hours = new Map<string, Map<number, Map<number, Sampled>>>()

  constructor(slots: DeviceSlots, polls: readonly Poll[]) {
    for (const { at, gauges, counters } of polls) {
      const hour = Math.floor(at / hourLength)
      readGauges(gauges, (slot, value) => this.#column(slots, slot, hour)?.push({ at, value }))
      readCounters(counters, (slot, value, bits, discontinuity, upTime) =>
        this.#column(slots, slot, hour)?.push({ at, value, bits, upTime, discontinuity }),
      )
    }
  }

  #column(slots: DeviceSlots, slot: number, hour: number): Sampled | undefined {
    const series = slots[slot]
    if (!series) return undefined
    let hours = this.#hours.get(series.block)
    if (!hours) {
      this.#hours.set(series.block, (hours = new Map()))
      this.kinds.set(series.block, series.kind)
    }
    let columns = hours.get(hour)
    if (!columns) hours.set(hour, (columns = new Map()))
    let column = columns.get(slot)
    if (!column) columns.set(slot, (column = []))
    return column
  }

  /** Blocks with the hours that new samples touch, in order. */
  *touched(): Generator<[block: string, hours: number[]]> {
    for (const [block, hours] of this.#hours) yield [block, [...hours.keys()].toSorted((a, b) => a - b)]
  }

  columns(block: string, hour: number): ReadonlyMap<number, Sampled> {
    return this.#hours.get(block)?.get(hour) ?? new Map<number, Sampled>()
  }
}

/**
 * Packs new samples with what is packed of their hours already. Rollups are made of the samples, never added to. Around
 * late readings of counters, `packed` holds two hours before, which they go on from, and two after, whose first rates
 * begin with them now.
 */
export function packDevice(
  fresh: DeviceHours,
  packed: Packed,
): { hours: PackedHour[]; rollups: PackedRollup[]; last: LastSamples } {
  const result = { hours: [] as PackedHour[], rollups: [] as PackedRollup[], last: packed.last }
  for (const [block, touched] of fresh.touched()) {
    const kind = fresh.kinds.get(block)!
    const rollups = new Map<number, Map<number, (Bucket | null)[]>>()
    for (const hour of kind === 'gauges' ? touched : withFollowing(block, touched, packed)) {
      const stored = packed.hours.get(keyOf(block, hour))
      const columns = columnsOf(stored ? decodeHour(kind, stored) : null, fresh.columns(block, hour))
      const before = kind === 'gauges' ? null : readingsBefore(block, hour, fresh, packed)
      const start = hour * hourLength
      const bucketed = (size: number, count: number): BucketColumn[] =>
        [...columns].map(([slot, samples]) => ({
          slot,
          buckets:
            kind === 'gauges'
              ? bucketsOfValues(samples, start, size, count)
              : bucketsOfReadings(before?.get(slot), samples as Counted[], start, size, count),
        }))
      const isDense = [...columns.values()].some(({ length }) => length > dense)
      result.hours.push({
        block,
        hour,
        samples: encodeHour(blockOf(kind, columns)),
        five: isDense ? encodeBuckets(kind, bucketed(fiveMinutes, 12)) : null,
      })
      const hourly = bucketed(hourLength, 1)
      const quarter = Math.floor(hour / hoursOfQuarter)
      let ofQuarter = rollups.get(quarter)
      if (!ofQuarter)
        rollups.set(quarter, (ofQuarter = rollupOf(kind, packed.rollups.get(keyOf(block, quarter)))))
      for (const { slot, buckets } of hourly) {
        let row = ofQuarter.get(slot)
        if (!row) ofQuarter.set(slot, (row = Array.from({ length: hoursOfQuarter }, () => null)))
        row[hour % hoursOfQuarter] = buckets[0] ?? null
      }
      for (const [slot, samples] of columns) advance(result.last, kind, slot, samples)
    }
    for (const [quarter, columns] of rollups) {
      const ordered = [...columns].toSorted(([a], [b]) => a - b).map(([slot, buckets]) => ({ slot, buckets }))
      result.rollups.push({ block, quarter, buckets: encodeBuckets(kind, ordered) })
    }
  }
  return result
}

function rollupOf(kind: Kind, stored: Buffer | undefined): Map<number, (Bucket | null)[]> {
  const columns = stored ? decodeBuckets(kind, stored, hoursOfQuarter) : []
  return new Map(columns.map(({ slot, buckets }) => [slot, [...buckets]]))
}

function withFollowing(block: string, touched: readonly number[], { hours }: Packed): number[] {
  const following = touched
    .flatMap((hour) => [hour + 1, hour + 2])
    .filter((hour) => hours.has(keyOf(block, hour)))
  return [...new Set([...touched, ...following])].toSorted((a, b) => a - b)
}

/** The last reading of each counter before an hour, as far as it can matter. */
function readingsBefore(
  block: string,
  hour: number,
  fresh: DeviceHours,
  { hours, last }: Packed,
): Map<number, Counted> {
  const found = new Map<number, Counted>()
  const start = hour * hourLength
  const offer = (slot: number, readings: readonly Counted[]) => {
    for (const reading of readings)
      if (reading.at < start && reading.at > (found.get(slot)?.at ?? -Infinity)) found.set(slot, reading)
  }
  let late = false
  for (const [slot, readings] of last.counters) {
    offer(slot, readings)
    late ||= (readings.at(-1)?.at ?? 0) >= start
  }
  if (!late) return found
  for (const earlier of [hour - 2, hour - 1]) {
    const stored = hours.get(keyOf(block, earlier))
    const columns = columnsOf(stored ? decodeHour('counters', stored) : null, fresh.columns(block, earlier))
    for (const [slot, samples] of columns) offer(slot, samples as Counted[])
  }
  return found
}

/** The last samples of a series go on with these, in order of time. */
export function advance({ gauges, counters }: LastSamples, kind: Kind, slot: number, samples: Sampled): void {
  if (kind === 'counters') {
    const readings = [...(counters.get(slot) ?? []), ...(samples as Counted[]).slice(-2)]
    const once = [...new Map(readings.map((reading) => [reading.at, reading])).values()]
    counters.set(slot, once.toSorted((a, b) => a.at - b.at).slice(-2))
    return
  }
  const latest = samples.at(-1)
  if (latest && latest.at >= (gauges.get(slot)?.at ?? -Infinity))
    gauges.set(slot, { at: latest.at, value: Number(latest.value) })
}
