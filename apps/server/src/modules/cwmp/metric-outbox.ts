import { randomUUID } from 'node:crypto'
import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'
import { logOutage } from '../../platform/db/outage.ts'
import { isRefusedData } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'

/** Stores a batch: committed when it resolves. A repeat of it changes nothing. */
export type WriteBatch = (batch: MetricBatch) => Promise<unknown>

const pollsPerBatch = 2_000
const milliseconds = 1_000
/** About 8 kB each. Beyond, values are dropped: what was measured last is measured again. */
const mostPolls = 20_000

/**
 * Values of gateways on their way to the store: gathered for a second, one batch for all. A batch that was not
 * acknowledged is sent again as it was, before the next one.
 */
export class MetricOutbox {
  readonly #write: WriteBatch
  readonly #log: Logger
  readonly #collector = `acs-${randomUUID()}`
  readonly #epoch = new Date().toISOString()
  readonly #timer: NodeJS.Timeout
  #sequence = 0
  #polls: MetricPoll[] = []
  #unacknowledged: MetricBatch | null = null
  #sending: Promise<void> = Promise.resolve()
  #dropped = 0

  constructor(write: WriteBatch, log: Logger) {
    this.#write = write
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), milliseconds)
    this.#timer.unref()
  }

  add(poll: MetricPoll): void {
    if (poll.values.length === 0) return
    if (this.#polls.length < mostPolls) this.#polls.push(poll)
    else this.#dropped += 1
  }

  /** Sends what waits; one batch at a time. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll())
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#unacknowledged !== null || this.#polls.length > 0) {
      this.#unacknowledged ??= {
        collector: this.#collector,
        epoch: this.#epoch,
        sequence: this.#sequence++,
        sentAt: Date.now(),
        polls: this.#polls.splice(0, pollsPerBatch),
      }
      try {
        await this.#write(this.#unacknowledged)
      } catch (error) {
        if (!logOutage(this.#log, error)) {
          const polls = this.#unacknowledged.polls.length
          this.#log.warn({ err: error, polls, dropped: this.#dropped }, 'values of gateways were not stored')
        }
        // It would be refused forever.
        if (!isRefusedData(error)) return
      }
      this.#unacknowledged = null
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
