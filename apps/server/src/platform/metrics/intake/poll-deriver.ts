import type { MetricPoll } from '@netward/contract/metric-batch'

export interface Derived {
  readonly polls: readonly MetricPoll[]
  /** The batch is committed, and was no repeat. */
  committed(): void
}

/** Polls that follow from those of a batch, as the use of a line from the counters of its gateway: written with it, or not at all. */
export interface PollDeriver {
  derive(polls: readonly MetricPoll[]): Promise<Derived>
}
