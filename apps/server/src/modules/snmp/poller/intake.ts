import type { Fact, FromCollector, InventoryFact, ToCollector } from '@netward/collector'
import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanText } from '../../../platform/clean-text.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import { isRefusedData } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/log.ts'
import { clockOffsetOf } from '../../../platform/metrics/intake/admission.ts'
import { eventsOfRules } from '../../alarms/index.ts'
import { cleanFact, type CleanTrap } from './clean-facts.ts'
import type { DeviceValues } from './device-values.ts'
import { pollerRepo } from './poller.repo.ts'

const deviceIdShape = /^[1-9][0-9]{0,17}$/

type Facts = Pick<Extract<FromCollector, { kind: 'facts' }>, 'epoch' | 'sequence' | 'facts'>

interface Measured {
  readonly deviceId: string
  /** By the server's clock, in milliseconds. */
  readonly at: number
}

/** Cut and cleaned, of one message. */
export interface CollectorFacts {
  readonly collector: string
  readonly epoch: string
  readonly sequence: number
  readonly facts: readonly unknown[]
}

export interface IntakeOptions {
  readonly scopes: Scopes
  readonly log: Logger
  /** Under which the collector sends, and holds its shares. */
  readonly name: string
  readonly values: DeviceValues
  /** Places of those that the poller may write. */
  /** False if these facts were written before. */
  readonly writeFacts: (facts: CollectorFacts) => Promise<boolean>
  readonly owned: (measured: readonly Measured[]) => Promise<ReadonlySet<number>>
  /** Resolves once the batch is committed; a repeat changes nothing. */
  readonly writeBatch: (batch: MetricBatch, receivedAt: number) => Promise<unknown>
  readonly saveParts: (fact: InventoryFact) => Promise<unknown>
  readonly send: (message: ToCollector) => void
  readonly retryMilliseconds?: number
}

/**
 * Writes what the collector sends, in its order, and acknowledges what is committed. What cannot be written now is tried
 * again; the collector keeps it meanwhile, and sends it again to the next server if this one dies.
 */
export class Intake {
  readonly #options: IntakeOptions
  #batches: Promise<unknown> = Promise.resolve()
  #facts: Promise<unknown> = Promise.resolve()
  #stopped = new AbortController()
  written = 0
  refused = 0
  /** Values of devices that the poller does not ask. */
  foreignSamples = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  takeBatch(batch: Omit<MetricBatch, 'collector'>): void {
    // The clock of the collector is judged by when the batch came, not by when the database took it.
    const receivedAt = Date.now()
    let changes: ReturnType<DeviceValues['changes']> | null = null
    let ours: MetricPoll[] | null = null
    this.#batches = this.#after(this.#batches, { of: 'batch', ...batch }, async () => {
      // Found once: a second attempt writes the same.
      ours ??= await this.#ours(batch, receivedAt)
      await this.#options.writeBatch({ ...batch, collector: this.#options.name, polls: ours }, receivedAt)
      if (changes === null) this.written += 1
      // Found once: what differs from the last time is what a second attempt must write too.
      changes ??= this.#options.values.changes({ polls: ours })
      if (changes.length > 0) await pollerRepo.writeValues(this.#options.scopes, changes)
    })
  }

  /** @param clockOffset milliseconds by which the moments of the collector are moved */
  takeFacts({ epoch, sequence, facts: sent }: Facts, clockOffset = 0): void {
    let isWritten = false
    const facts = clockOffset === 0 ? sent : sent.map((fact) => ({ ...fact, at: fact.at + clockOffset }))
    this.#facts = this.#after(this.#facts, { of: 'facts', epoch, sequence }, async () => {
      const { name, values } = this.#options
      const known = facts.flatMap((fact) => {
        const cleaned = cleanFact(fact)
        return cleaned === null ? [] : [{ fact, cleaned }]
      })
      const all = known.map(({ cleaned }) => cleaned)
      const isNew = await this.#options.writeFacts({
        collector: name,
        epoch,
        sequence,
        facts: [...all, ...(await this.#eventsOf(all))],
      })
      // Written by an attempt of this process, whose parts may be missing still.
      if (!isNew && !isWritten) return
      isWritten = true
      for (const fact of await this.#own(known.map((one) => one.fact).filter(isInventory))) {
        values.learn(fact.deviceId, fact.reading.parts.map(cleanPart), null)
        await this.#options.saveParts(fact)
      }
    })
  }

  /** Traps that alarm rules match. */
  async #eventsOf(facts: readonly Readonly<Record<string, unknown>>[]): Promise<object[]> {
    const traps = facts.filter(({ kind }) => kind === 'trap') as unknown as CleanTrap[]
    const events = await eventsOfRules(this.#options.scopes, traps.map(receivedOf))
    return events.map((event) => ({ kind: 'event', ...event }))
  }

  /** The polls of devices that the poller asks; the others are counted, value by value. */
  async #ours(batch: Omit<MetricBatch, 'collector'>, receivedAt: number): Promise<MetricPoll[]> {
    const offset = clockOffsetOf(batch, receivedAt)
    const ours = await this.#own(batch.polls, offset)
    if (ours.length < batch.polls.length) {
      const foreign = batch.polls.filter((poll) => !ours.includes(poll))
      const samples = foreign.reduce((sum, { values }) => sum + values.length, 0)
      this.foreignSamples += samples
      const devices = [...new Set(foreign.map(({ deviceId }) => cleanText(deviceId, 20)))].slice(0, 10)
      this.#options.log.warn(
        { samples, devices },
        'values of devices that this poller does not ask are left out',
      )
    }
    return ours
  }

  async #own<T extends Measured>(all: readonly T[], offset = 0): Promise<T[]> {
    const measured = all.map(({ deviceId, at }) => ({ deviceId, at: Math.round(at + offset) }))
    const isPossible = ({ deviceId, at }: Measured) =>
      deviceIdShape.test(deviceId) && Number.isSafeInteger(at) && at >= 0
    const possible = all.filter((_, place) => isPossible(measured[place]!))
    if (possible.length === 0) return []
    const owned = await this.#options.owned(measured.filter(isPossible))
    return possible.filter((_, place) => owned.has(place))
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await Promise.allSettled([this.#batches, this.#facts])
  }

  /** In the order in which they came; acknowledged once written. */
  async #after(
    before: Promise<unknown>,
    { of, epoch, sequence }: { of: 'batch' | 'facts'; epoch: string; sequence: number },
    write: () => Promise<void>,
  ): Promise<void> {
    await before
    if (await this.#untilDone(write, `${of} ${epoch}/${sequence}`))
      this.#options.send({ kind: 'ack', of, epoch, sequence })
  }

  /** @returns false if it was not written and the server stops. What the database refuses by its content is left out. */
  async #untilDone(write: () => Promise<void>, what: string): Promise<boolean> {
    const { log, retryMilliseconds = 1000 } = this.#options
    for (;;) {
      if (this.#stopped.signal.aborted) return false
      try {
        await write()
        return true
      } catch (error) {
        // A content that this code cannot even take apart does not change by waiting.
        if (isRefusedData(error) || error instanceof TypeError || error instanceof RangeError) {
          this.refused += 1
          log.error({ err: error, what }, 'what a collector sent cannot be stored')
          return true
        }
        log.warn({ err: error, what }, 'what a collector sent is written later')
        await wait(retryMilliseconds, null, { signal: this.#stopped.signal }).catch(() => {})
      }
    }
  }
}

const receivedOf = ({ deviceId, at, trap, meaning, oid, text, interface: instance }: CleanTrap) => ({
  deviceId,
  at,
  instance: instance ?? '',
  event: { kind: 'trap', names: meaning === null ? [trap] : [trap, meaning], oid, text } as const,
})

const isInventory = (fact: Fact): fact is InventoryFact => fact.kind === 'inventory'

const cleanPart = ({ metric, instance, label, low, high }: InventoryFact['reading']['parts'][number]) => ({
  metric,
  instance: cleanText(instance, 200),
  label: cleanText(label, 200),
  low: low ?? null,
  high: high ?? null,
})
