import type { MetricBatch } from '@netward/contract/metric-batch'
import { AppError } from '../../errors.ts'
import type { Db } from '../../db/transaction.ts'
import type { Sweep } from '../../jobs/job.ts'
import type { Intake } from '../intake/write-batch.ts'
import { packingRepo } from '../intake/packing.repo.ts'
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
import { commonSweeps } from '../postgres/sweeps.ts'
import { answerLatest, answerRange, answerTop, type Period, planRange } from '../reading/answers.ts'
import { Collected, hour, kindOf } from '../reading/collected.ts'
import { longestInterval } from '../reading/counters.ts'
import { samplesRepo, type StoredRow } from '../reading/samples.repo.ts'
import { MetricsUnavailable, type Selection, type VictoriaClient } from './client.ts'
import { Forwarder } from './forwarder.ts'

type Window = 'samples' | 300_000 | 3_600_000
const windowOf = { samples: 'samples', '5m': 300_000, '1h': 3_600_000 } as const
const rankedByRollups = 6 * hour
/** It flushes to its disk every 5 seconds. */
const writtenAfter = 20_000

/** What of a request was decided in its transaction. */
interface Scoped {
  readonly series: readonly Series[]
  readonly selection: Selection | null
  readonly oldest: number
  readonly recent: readonly StoredRow[]
}

/**
 * Samples in VictoriaMetrics. Writes go to PostgreSQL first and from there on by `Forwarder`; reads add what is still
 * there. The database says which series a request may see and of which company they are; only then, after the
 * transaction, VictoriaMetrics is asked, by these numbers alone.
 */
export class VictoriaStore implements MetricStore {
  readonly #intake: Intake
  readonly #client: VictoriaClient
  readonly #forwarder: Forwarder

  constructor(intake: Intake, client: VictoriaClient, heldFor = writtenAfter) {
    this.#intake = intake
    this.#client = client
    this.#forwarder = new Forwarder(client, heldFor)
  }

  write(batch: MetricBatch): Promise<WriteSummary> {
    return this.#intake.write(batch)
  }

  async range(db: Db, query: RangeQuery): Promise<Finish<RangeResult>> {
    const plan = planRange(query)
    const window = windowOf[plan.resolution]
    const [now, before] = await Promise.all([
      scoped(db, query.series, query),
      plan.before && scoped(db, query.series, plan.before),
    ])
    return answering(async () => {
      const [spans, fine, earlier] = await Promise.all([
        this.#collect(now, query, window),
        window === 3_600_000 && query.percentile !== false ? this.#collect(now, query, 300_000) : null,
        before && plan.before && this.#collect(before, plan.before, window),
      ])
      return answerRange(query, plan, {
        spans: (...range) => spans.spans(...range),
        fine: (...range) => (fine ?? spans).spans(...range),
        earlier: (...range) => (earlier ?? spans).spans(...range),
      })
    })
  }

  async latest(db: Db, series: readonly Series[]): Promise<Finish<LatestValue[]>> {
    const [last, recent] = await Promise.all([
      samplesRepo.readLast(db, series),
      samplesRepo.read(db, series, 0, Date.now() + hour, ''),
    ])
    return async () => {
      const collected = new Collected(series)
      for (const row of last) collected.last(row.device_id, row.last)
      addRecent(collected, recent)
      return answerLatest(
        series,
        (one) => collected.spans(one),
        (one) => collected.lastAt(one),
      )
    }
  }

  async top(db: Db, query: TopQuery): Promise<Finish<Ranked[]>> {
    const { from, to, by } = query
    const window = to - from < rankedByRollups ? 'samples' : by === 'p95' ? 300_000 : 3_600_000
    const here = await scoped(db, query.series, query)
    return answering(async () => {
      const collected = await this.#collect(here, query, window)
      return answerTop(query, (...range) => collected.spans(...range))
    })
  }

  sweeps(): Sweep[] {
    const [partitions, deletion, ...others] = commonSweeps()
    return [
      partitions!,
      ...others,
      {
        ...deletion!,
        run: async (tools) => {
          for (const deviceId of await packingRepo.goneDevices(tools.scopes))
            await this.#client.deleteDevice(deviceId)
          await deletion!.run(tools)
        },
      },
      {
        name: 'metrics.forward',
        everySeconds: 5,
        run: ({ scopes, signal }) => this.#forwarder.run(scopes, signal),
      },
    ]
  }

  gauges(): Record<string, () => number> {
    return { ...this.#intake.gauges(), metric_outbox_polls: () => this.#forwarder.depth }
  }

  async #collect(
    { series, selection, oldest, recent }: Scoped,
    { from, to }: Period,
    window: Window,
  ): Promise<Collected> {
    const collected = new Collected(series)
    addRecent(collected, recent)
    if (!selection) return collected
    const byId = new Map(series.map((one) => [one.id, one]))
    const first = Math.max(from, oldest)
    if (first >= to) return collected
    if (window === 'samples') {
      for (const { id, values, timestamps } of await this.#client.samples(
        selection,
        first - longestInterval,
        to + longestInterval,
      )) {
        const one = byId.get(id)
        if (one) values.forEach((value, index) => collected.sample(one, timestamps[index]!, value))
      }
      return collected
    }
    await this.#addWindows(collected, byId, selection, first, to, window)
    return collected
  }

  async #addWindows(
    collected: Collected,
    byId: ReadonlyMap<string, Series>,
    selection: Selection,
    from: number,
    to: number,
    window: number,
  ): Promise<void> {
    const selected = (kind: 'gauges' | 'counters') => ({
      ...selection,
      seriesIds: selection.seriesIds.filter((id) => kindOf(byId.get(id)!) === kind),
    })
    const read = async (kind: 'gauges' | 'counters', fn: string) => {
      const wanted = selected(kind)
      const found =
        wanted.seriesIds.length === 0 ? [] : await this.#client.windows(wanted, fn, from, to, window)
      return new Map(
        found.flatMap(({ id, values, timestamps }) =>
          values.map((value, index): [string, { id: string; at: number; value: number }] => [
            `${id} ${timestamps[index]!}`,
            { id, at: timestamps[index]!, value },
          ]),
        ),
      )
    }
    const [rates, min, max, sum, count, last] = await Promise.all([
      read('counters', 'rate'),
      ...['min', 'max', 'sum', 'count', 'last'].map((fn) => read('gauges', `${fn}_over_time`)),
    ])
    // Within a window it gives one rate of a counter: its extremes are that.
    for (const { id, at, value } of rates.values())
      collected.bucket(byId.get(id)!, at, window, {
        count: 1,
        sum: (value * window) / 1000,
        covered: window,
        min: value,
        max: value,
        last: value,
      })
    for (const [key, { id, at, value }] of sum!) {
      const of = (values: ReadonlyMap<string, { value: number }> | undefined) =>
        values?.get(key)?.value ?? value
      collected.bucket(byId.get(id)!, at, window, {
        count: of(count),
        sum: value,
        covered: 0,
        min: of(min),
        max: of(max),
        last: of(last),
      })
    }
  }
}

/** Series that the scope sees, and what of them is still in PostgreSQL. */
async function scoped(db: Db, series: readonly Series[], { from, to }: Period): Promise<Scoped> {
  const [readable, recent] = await Promise.all([
    samplesRepo.readable(db, series),
    samplesRepo.read(db, series, from - longestInterval, to + longestInterval, ''),
  ])
  const first = readable[0]
  const ids = new Set(
    readable.flatMap(({ id, company_id }) => (company_id === first?.company_id ? [id] : [])),
  )
  return {
    series,
    selection: first ? { companyId: first.company_id, seriesIds: [...ids] } : null,
    oldest: Math.max(0, ...readable.map(({ oldest }) => Number(oldest))),
    recent,
  }
}

function addRecent(collected: Collected, rows: readonly StoredRow[]): void {
  for (const { device_id, at, body, counters } of rows) collected.poll(device_id!, Number(at), body, counters)
}

/** A store that does not answer is an answer of ours. */
const answering =
  <T>(work: () => Promise<T>): Finish<T> =>
  async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof MetricsUnavailable) throw new AppError('metrics.unavailable', { cause: error })
      throw error
    }
  }
