import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'
import type { LoginQuery, Scopes } from '../../db/scope.ts'
import { type CounterReading, encodeCounters, encodeGauges } from '../codec/poll-body.ts'
import type { Refusal, WriteSummary } from '../metric-store.ts'
import { clockOffsetOf, type Judged, judge, momentOf } from './admission.ts'
import { type BatchWatcher, staleSqlState, type WatchedPoll, type WatchedValue } from './batch-watcher.ts'
import { intakeRepo, type PollRow, type StoredBatch } from './intake.repo.ts'
import type { LineFollower } from './line-follower.ts'
import { lineSamples } from './line-samples.ts'
import type { PollDeriver } from './poll-deriver.ts'
import { SampleTally } from './sample-tally.ts'
import { SeriesCache } from './series-cache.ts'

const deviceId = /^[1-9][0-9]{0,17}$/
/** Each finds that another process has written first: more are a fault. */
const mostAttempts = 8

type EncodedPoll = PollRow & { samples: number; watched: WatchedPoll }

/** Takes batches in: what is in order is committed when `write` resolves. */
export class Intake {
  readonly #counts = { written: 0, refused: 0, repeated: 0 }
  readonly #scopes: Scopes
  readonly #cache: SeriesCache
  readonly #tally: SampleTally
  #watcher: BatchWatcher | null = null
  #deriver: PollDeriver | null = null
  #lineFollower: LineFollower | null = null

  constructor(scopes: Scopes) {
    this.#scopes = scopes
    this.#cache = new SeriesCache(scopes)
    this.#tally = new SampleTally(scopes)
  }

  /** For `/metrics`, since the process started. */
  gauges(): Record<string, () => number> {
    return {
      metric_samples_written: () => this.#counts.written,
      metric_samples_refused: () => this.#counts.refused,
      metric_batches_repeated: () => this.#counts.repeated,
    }
  }

  /** From now on each batch is followed. */
  watchWith(watcher: BatchWatcher): void {
    this.#watcher = watcher
  }

  /** From now on each batch brings what follows from it. */
  deriveWith(deriver: PollDeriver): void {
    this.#deriver = deriver
  }

  /** From now on what follows from minutes of lines is written with them. */
  followLinesWith(follower: LineFollower): void {
    this.#lineFollower = follower
  }

  async write(batch: MetricBatch, receivedAt = Date.now()): Promise<WriteSummary> {
    const offset = clockOffsetOf(batch, receivedAt)
    const refused: Partial<Record<Refusal, number>> = {}
    const refuse = (reason: Refusal, n = 1) => {
      refused[reason] = (refused[reason] ?? 0) + n
    }
    const rows: EncodedPoll[] = []
    const unknown = new Set<string>()
    const derived = await this.#deriver?.derive(batch.polls)
    for (const [index, poll] of [...batch.polls, ...(derived?.polls ?? [])].entries()) {
      const at = momentOf(poll, offset, receivedAt)
      if (at === null) refuse('time', poll.values.length)
      else if (!deviceId.test(poll.deviceId)) unknown.add(poll.deviceId)
      else {
        const row = await this.#encode(poll, at, refuse, index >= batch.polls.length, receivedAt)
        if (row === 'unknown') unknown.add(poll.deviceId)
        else if (row.samples > 0) rows.push(row)
      }
    }
    const stored = await this.#store(batch, offset, rows, receivedAt)
    for (const id of stored.missing) {
      unknown.add(id)
      this.#cache.forget(id)
    }
    const written = stored.repeated
      ? 0
      : rows.reduce((sum, row) => sum + (unknown.has(row.deviceId) ? 0 : row.samples), 0)
    this.#counts.written += written
    if (!stored.repeated)
      for (const { deviceId: id, samples } of rows) if (!unknown.has(id)) this.#tally.add(id, samples)
    await this.#tally.sayNow(receivedAt)
    if (stored.repeated) this.#counts.repeated += 1
    else {
      derived?.committed()
      this.#counts.refused += Object.values(refused).reduce((sum, n) => sum + n, 0)
    }
    return {
      repeated: stored.repeated,
      written,
      refused,
      unknownDevices: [...unknown],
      clockOffset: Number(stored.clock_offset),
    }
  }

  async #store(
    batch: MetricBatch,
    offset: number,
    rows: readonly EncodedPoll[],
    receivedAt: number,
  ): Promise<StoredBatch> {
    const watcher = this.#watcher
    const polls = rows.map(({ watched }) => watched)
    const lines = lineSamples(polls)
    const write = (advance: string | null) => {
      const follower = this.#lineFollower
      const follow =
        lines === null || follower === null ? null : (query: LoginQuery) => follower(query, lines.lineIds)
      const samples = lines?.samples ?? null
      return intakeRepo.writeBatch(this.#scopes, batch, offset, rows, advance, samples, follow)
    }
    if (watcher === null) return write(null)
    for (let attempt = 1; ; attempt++) {
      const followed = await watcher.follow(polls, receivedAt)
      try {
        const stored = await write(followed.advance)
        if (!stored.repeated) followed.committed()
        watcher.rulesAt(stored.rules_version)
        return stored
      } catch (error) {
        if (!isStale(error) || attempt === mostAttempts) throw error
        watcher.stale(polls)
      }
    }
  }

  async #encode(
    poll: MetricPoll,
    at: number,
    refuse: (reason: Refusal) => void,
    derived: boolean,
    receivedAt: number,
  ): Promise<EncodedPoll | 'unknown'> {
    const kept: { metric: string; instance: string; judged: Judged }[] = []
    for (const value of poll.values) {
      const judged = judge(value)
      if ('refused' in judged) refuse(judged.refused)
      else kept.push({ metric: value[0], instance: value[1], judged })
    }
    const slots = await this.#cache.slotsOf(poll.deviceId, kept, receivedAt)
    if (slots === null) return 'unknown'
    const gauges: { slot: number; value: number }[] = []
    const counters: CounterReading[] = []
    const watched: WatchedValue[] = []
    for (const { metric, instance, judged } of kept) {
      const slot = slots.get(metric)?.get(instance)
      if (slot === undefined) refuse('series')
      else if ('gauge' in judged) {
        gauges.push({ slot, value: judged.gauge })
        watched.push({ metric, instance, slot, value: judged.gauge })
      } else if ('counter' in judged) {
        watched.push({ metric, instance, slot, value: judged.counter })
        counters.push({
          slot,
          value: judged.counter,
          bits: judged.bits,
          discontinuity: hundredths(poll.discontinuities?.[instance]) ?? 0,
        })
      }
    }
    return {
      deviceId: poll.deviceId,
      at,
      gauges: encodeGauges(ascending(gauges)),
      counters: encodeCounters(ascending(counters), hundredths(poll.upTime)),
      samples: gauges.length + counters.length,
      watched: { deviceId: poll.deviceId, at, derived, values: watched },
    }
  }
}

const isStale = (error: unknown) => error instanceof Error && 'code' in error && error.code === staleSqlState

const hundredths = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null

/** In order of slots, as they usually are; of one series named twice the last value counts. */
function ascending<T extends { slot: number }>(values: T[]): T[] {
  let sorted = true
  for (let index = 1; index < values.length && sorted; index++)
    sorted = values[index - 1]!.slot < values[index]!.slot
  if (sorted) return values
  return [...new Map(values.map((value) => [value.slot, value])).values()].toSorted((a, b) => a.slot - b.slot)
}
