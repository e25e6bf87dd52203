import type { MetricBatch } from '@netward/contract/metric-batch'
import type { MetricName } from '@netward/contract/metric-catalogue'
import type { Db } from '../db/transaction.ts'
import type { Sweep } from '../jobs/job.ts'

/** A series, as `metric_series` names it: resolved in the caller's transaction, so row-level security decides. */
export interface Series {
  readonly id: string
  readonly companyId: string
  readonly deviceId: string
  readonly metric: MetricName
  readonly instance: string
  /** Its number within the device. */
  readonly slot: number
  /** The id of the first of up to 64 series of the device and metric that are packed together. */
  readonly block: string
}

/** Why samples are refused, one by one. */
export type Refusal =
  /** Not in the catalogue. */
  | 'metric'
  /** NaN, infinite, no number, or a counter that is not an integer. */
  | 'number'
  /** Outside of what the catalogue allows, or of the bits of the counter. */
  | 'range'
  /** Over 200 characters, or not text that the database can store. */
  | 'instance'
  /** In the future by more than 10 minutes, or older than the longest storage cycle. */
  | 'time'
  /** The device has too many series already. */
  | 'series'

export interface WriteSummary {
  /** The batch was there already: nothing changed. */
  readonly repeated: boolean
  readonly written: number
  readonly refused: Readonly<Partial<Record<Refusal, number>>>
  /** Polls of devices that are not there (any more) are refused whole; the collector forgets these devices. */
  readonly unknownDevices: readonly string[]
  /** Milliseconds that the collector's clock is behind, and by which its times were moved; 0 within 10 minutes. */
  readonly clockOffset: number
}

/** What is read: everything, or rollups of 5 minutes or an hour. */
export type Resolution = 'samples' | '5m' | '1h'

export interface RangeQuery {
  readonly series: readonly Series[]
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly points: number
  readonly compare: boolean
  /** False: p95 is null where rollups of an hour are read, which have no values of 5 minutes. */
  readonly percentile?: boolean
  /** The time zone that tells which month is the previous one. */
  readonly timeZone: string
}

export interface SeriesRange {
  readonly series: Series
  readonly values: (number | null)[]
  readonly lows: (number | null)[]
  readonly highs: (number | null)[]
  readonly before?: (number | null)[]
  readonly min: number | null
  readonly mean: number | null
  readonly max: number | null
  /** Of values of 5 minutes. */
  readonly p95: number | null
  readonly last: number | null
}

export interface RangeResult {
  readonly start: number
  readonly stepSeconds: number
  readonly steps: number
  readonly resolution: Resolution
  readonly beforeDays: number | null
  readonly ranges: SeriesRange[]
}

export interface LatestValue {
  readonly series: Series
  readonly value: number | null
  readonly at: number
}

export interface TopQuery {
  /** Of one metric. */
  readonly series: readonly Series[]
  readonly from: number
  readonly to: number
  readonly by: 'mean' | 'max' | 'p95' | 'last'
  readonly lowest: boolean
  readonly limit: number
}

export interface Ranked {
  readonly series: Series
  readonly value: number
}

/** The rest of a read, for after the transaction: what asks another server, and what takes time. */
export type Finish<T> = () => Promise<T>

/**
 * Keeps and reads samples. Whatever keeps them, a batch is committed to PostgreSQL before it is acknowledged, a repeat of
 * it (collector, epoch, sequence) changes nothing, late samples land in their place, a sample is there once, and reads see
 * what was acknowledged. Reads clip to the storage cycle of the company. Where PostgreSQL and VictoriaMetrics differ, the
 * shared suite says so (metric-store.suite.ts).
 */
export interface MetricStore {
  write(batch: MetricBatch): Promise<WriteSummary>
  range(db: Db, query: RangeQuery): Promise<Finish<RangeResult>>
  /** The last value of each series, counters as the rate of the last two samples; without series that have none. */
  latest(db: Db, series: readonly Series[]): Promise<Finish<LatestValue[]>>
  top(db: Db, query: TopQuery): Promise<Finish<Ranked[]>>
  sweeps(): Sweep[]
  gauges(): Record<string, () => number>
}
