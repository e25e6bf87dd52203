import type { FromCollector, InventoryFact, ToCollector } from '@netward/collector'
import type { MetricBatch } from '@netward/contract/metric-batch'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanText } from '../../../platform/clean-text.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import { isRefusedData } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/log.ts'
import { cleanFact } from './clean-facts.ts'
import type { DeviceValues } from './device-values.ts'
import { pollerRepo } from './poller.repo.ts'

type Facts = Extract<FromCollector, { kind: 'facts' }>

export interface IntakeOptions {
  readonly scopes: Scopes
  readonly log: Logger
  /** Under which the collector sends, and holds its shares. */
  readonly name: string
  readonly values: DeviceValues
  /** Resolves once the batch is committed; a repeat changes nothing. */
  readonly writeBatch: (batch: MetricBatch) => Promise<unknown>
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

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  takeBatch(batch: MetricBatch): void {
    let changes: ReturnType<DeviceValues['changes']> | null = null
    this.#batches = this.#after(this.#batches, { of: 'batch', ...batch }, async () => {
      await this.#options.writeBatch(batch)
      if (changes === null) this.written += 1
      // Found once: what differs from the last time is what a second attempt must write too.
      changes ??= this.#options.values.changes(batch)
      if (changes.length > 0) await pollerRepo.writeValues(this.#options.scopes, changes)
    })
  }

  takeFacts({ epoch, sequence, facts }: Facts): void {
    let isWritten = false
    this.#facts = this.#after(this.#facts, { of: 'facts', epoch, sequence }, async () => {
      const { scopes, name, values } = this.#options
      const known = facts.flatMap((fact) => {
        const cleaned = cleanFact(fact)
        return cleaned === null ? [] : [{ fact, cleaned }]
      })
      const isNew = await pollerRepo.writeFacts(scopes, {
        collector: name,
        epoch,
        sequence,
        facts: known.map(({ cleaned }) => cleaned),
      })
      // Written by an attempt of this process, whose parts may be missing still.
      if (!isNew && !isWritten) return
      isWritten = true
      for (const { fact } of known) {
        if (fact.kind !== 'inventory') continue
        values.learn(fact.deviceId, fact.reading.parts.map(cleanPart), null)
        await this.#options.saveParts(fact)
      }
    })
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

const cleanPart = ({ metric, instance, label, low, high }: InventoryFact['reading']['parts'][number]) => ({
  metric,
  instance: cleanText(instance, 200),
  label: cleanText(label, 200),
  low: low ?? null,
  high: high ?? null,
})
