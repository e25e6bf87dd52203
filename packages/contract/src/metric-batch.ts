import type { MetricName } from './metric-catalogue.ts'

/**
 * What a collector sends (decisions.md §3): in order, kept until it is acknowledged. A batch is recognised by collector,
 * epoch and sequence, and a repeat of it changes nothing. Plain JSON: counters are decimal strings.
 */
export interface MetricBatch {
  readonly collector: string
  /** New with each start of a collector that lost its sequence. */
  readonly epoch: string
  readonly sequence: number
  /** The collector's clock when it sent the batch the first time, in milliseconds. */
  readonly sentAt: number
  readonly polls: readonly MetricPoll[]
}

/** The values of one device at one moment. The company is the device's: a collector cannot name one. */
export interface MetricPoll {
  readonly deviceId: string
  /** The collector's clock, in milliseconds. */
  readonly at: number
  readonly values: readonly MetricValue[]
  /**
   * Hundredths of a second (RFC 3418 sysUpTime, RFC 2863 ifCounterDiscontinuityTime): where it went back, or differs for an
   * instance, its counters began anew. Absent for sources without it, whose counters reset when they fall.
   */
  readonly upTime?: number
  readonly discontinuities?: Readonly<Record<string, number>>
}

/** A counter is a decimal string; 32-bit ones say so, since they wrap early. */
export type MetricValue = readonly [
  metric: MetricName,
  instance: string,
  value: number | string,
  bits?: 32 | 64,
]
