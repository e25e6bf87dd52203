import type { MetricBatch } from '@netward/contract/metric-batch'
import type { Db } from '../../db/transaction.ts'
import type { Sweep } from '../../jobs/job.ts'
import type { Intake } from '../intake/write-batch.ts'
import type {
  Finish,
  LatestValue,
  MetricStore,
  RangeQuery,
  RangeResult,
  Ranked,
  Series,
  TopQuery,
  WriteSummary,
} from '../metric-store.ts'
import { answerLatest, answerRange, answerTop, type Period, planRange } from '../reading/answers.ts'
import { Collected, fiveMinutes, hour } from '../reading/collected.ts'
import { longestInterval } from '../reading/counters.ts'
import { commonSweeps, packingSweep } from './sweeps.ts'
import { samplesRepo, type StoredRow } from '../reading/samples.repo.ts'

type Packed = 'samples' | 'five' | 'buckets'
const packedBy = { samples: 'samples', '5m': 'five', '1h': 'buckets' } as const
/** From here on a ranking reads rollups. */
const rankedByRollups = 6 * hour

export class PostgresStore implements MetricStore {
  readonly #intake: Intake

  constructor(intake: Intake) {
    this.#intake = intake
  }

  write(batch: MetricBatch): Promise<WriteSummary> {
    return this.#intake.write(batch)
  }

  async range(db: Db, query: RangeQuery): Promise<Finish<RangeResult>> {
    const { series, percentile = true } = query
    const plan = planRange(query)
    const packed = packedBy[plan.resolution]
    const [now, fine, earlier] = await Promise.all([
      this.#read(db, series, query, packed),
      // Rollups of an hour have no values of 5 minutes.
      packed === 'buckets' && percentile ? this.#read(db, series, query, 'five') : null,
      plan.before && this.#read(db, series, plan.before, packed),
    ])
    return async () => {
      const spans = collect(series, now)
      const ofFine = fine ? collect(series, fine) : spans
      const ofEarlier = earlier ? collect(series, earlier) : spans
      return answerRange(query, plan, {
        spans: (...range) => spans.spans(...range),
        fine: (...range) => ofFine.spans(...range),
        earlier: (...range) => ofEarlier.spans(...range),
      })
    }
  }

  async latest(db: Db, series: readonly Series[]): Promise<Finish<LatestValue[]>> {
    const [last, recent] = await Promise.all([
      samplesRepo.readLast(db, series),
      samplesRepo.read(db, series, 0, Date.now() + hour, ''),
    ])
    return async () => {
      const collected = collect(series, { rows: recent, last })
      return answerLatest(
        series,
        (one) => collected.spans(one),
        (one) => collected.lastAt(one),
      )
    }
  }

  async top(db: Db, query: TopQuery): Promise<Finish<Ranked[]>> {
    const { series, from, to, by } = query
    const packed = to - from < rankedByRollups ? 'samples' : by === 'p95' ? 'five' : 'buckets'
    const read = await this.#read(db, series, query, packed)
    return async () => {
      const collected = collect(series, read)
      return answerTop(query, (...range) => collected.spans(...range))
    }
  }

  sweeps(): Sweep[] {
    return [...commonSweeps(), packingSweep()]
  }

  gauges(): Record<string, () => number> {
    return this.#intake.gauges()
  }

  async #read(db: Db, series: readonly Series[], { from, to }: Period, packed: Packed): Promise<Read> {
    // Rates begin with the reading before, and end with the one after.
    const around = packed === 'buckets' ? 0 : longestInterval
    const [rows, last] = await Promise.all([
      samplesRepo.read(db, series, from - around, to + around, packed),
      packed === 'samples' ? [] : samplesRepo.readLast(db, series),
    ])
    return { rows, last: rows.some(({ source }) => source === 'recent') ? last : [] }
  }
}

interface Read {
  rows: readonly StoredRow[]
  /** What unpacked readings go on from. */
  last: readonly { device_id: string; last: Buffer }[]
}

function collect(series: readonly Series[], { rows, last }: Read): Collected {
  const collected = new Collected(series)
  for (const row of last) collected.last(row.device_id, row.last)
  for (const { source, device_id, block, at, body, counters } of rows) {
    if (source === 'recent') collected.poll(device_id!, Number(at), body, counters)
    else if (source === 'samples') collected.hour(block!, body!)
    else if (source === 'five') collected.buckets(block!, Number(at), body!, fiveMinutes, 12)
    else collected.buckets(block!, Number(at), body!, hour, 6)
  }
  return collected
}
