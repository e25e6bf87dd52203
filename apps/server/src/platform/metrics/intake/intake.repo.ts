import type pg from 'pg'
import type { LoginQuery, Scopes } from '../../db/scope.ts'

/** A poll, encoded. */
export interface PollRow {
  readonly deviceId: string
  readonly at: number
  readonly gauges: Buffer
  readonly counters: Buffer
}

export interface BatchKey {
  readonly collector: string
  readonly epoch: string
  readonly sequence: number
}

export interface StoredBatch {
  repeated: boolean
  clock_offset: string
  missing: string[]
  /** Of the alarm rules. */
  rules_version: string
}

export const intakeRepo = {
  /**
   * Slots of series of a device, made where they are missing; none if the device is not there. Null: the device, or its
   * company, may have no more.
   */
  async resolveSlots(
    scopes: Scopes,
    deviceId: string,
    series: readonly { metric: string; instance: string }[],
    most: number,
  ): Promise<{ metric: string; instance: string; slot: number | null }[]> {
    return scopes.asLoginRole('select * from metric_resolve($1, $2, $3, $4)', [
      deviceId,
      series.map(({ metric }) => metric),
      series.map(({ instance }) => instance),
      most,
    ])
  },

  async countSamples(scopes: Scopes, samples: ReadonlyMap<string, number>): Promise<void> {
    await scopes.asLoginRole('select metric_count_samples($1, $2)', [
      [...samples.keys()],
      [...samples.values()],
    ])
  },

  async writeBatch(
    scopes: Scopes,
    { collector, epoch, sequence }: BatchKey,
    clockOffset: number,
    polls: readonly PollRow[],
    advance: string | null,
    lines: string | null,
    /** Runs in the same transaction, unless the batch is a repeat. */
    follow: ((query: LoginQuery) => Promise<void>) | null = null,
  ): Promise<StoredBatch> {
    const write = (query: LoginQuery) =>
      query<StoredBatch & pg.QueryResultRow>(
        'select * from metric_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        [
          collector,
          epoch,
          sequence,
          clockOffset,
          polls.map(({ deviceId }) => deviceId),
          polls.map(({ at }) => at),
          polls.map(({ gauges }) => gauges),
          polls.map(({ counters }) => counters),
          advance,
          lines,
        ],
      )
    if (follow === null) return (await write((text, values) => scopes.asLoginRole(text, values)))[0]!
    return scopes.asLoginRoleTogether(async (query) => {
      const stored = (await write(query))[0]!
      if (!stored.repeated) await follow(query)
      return stored
    })
  },
}
