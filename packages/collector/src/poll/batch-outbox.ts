import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'

export interface OutboxOptions {
  readonly collector: string
  readonly epoch: string
  /** Beyond it the oldest values that were not sent yet are dropped. */
  readonly mostBytes: number
  readonly send: (batch: MetricBatch) => void
}

const pollsInBatch = 100
const valuesInBatch = 10_000
/** Unacknowledged batches that are under way: one more is sent when one is acknowledged. */
const batchesAtOnce = 8
const gatherMs = 500
const resendMs = 60_000

interface Sent {
  readonly batch: MetricBatch
  readonly bytes: number
  values: number
  at: number
}

/**
 * Values on their way to the store: kept until they are acknowledged, in order, within a bound of memory. A batch that was
 * sent once never changes, so that a repeat of it is recognised.
 */
export class BatchOutbox {
  readonly #options: OutboxOptions
  #waiting: { readonly poll: MetricPoll; readonly bytes: number }[] = []
  #sent: Sent[] = []
  #sequence = 0
  #timer: NodeJS.Timeout | null = null
  #bytes = 0
  droppedValues = 0

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Polling waits: what it would bring has no place. */
  get isFull(): boolean {
    return this.#bytes >= this.#options.mostBytes
  }

  add(poll: MetricPoll): void {
    const bytes = sizeOf(poll)
    this.#waiting.push({ poll, bytes })
    this.#bytes += bytes
    while (this.#bytes > this.#options.mostBytes && this.#waiting.length > 1) this.#dropOldest()
    if (this.#waiting.length >= pollsInBatch) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  /** Everything up to that sequence is committed. */
  acknowledge(sequence: number): void {
    const done = this.#sent.filter(({ batch }) => batch.sequence <= sequence)
    this.#sent = this.#sent.filter(({ batch }) => batch.sequence > sequence)
    for (const { bytes } of done) this.#bytes -= bytes
    if (this.#waiting.length >= pollsInBatch || this.#timer === null) this.#flush()
  }

  /** A receiver that was restarted, or could not commit, gets them once more. */
  resendLate(now = performance.now()): void {
    for (const sent of this.#sent) {
      if (now - sent.at < resendMs) continue
      sent.at = now
      this.#options.send(sent.batch)
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #flush(): void {
    this.close()
    while (this.#waiting.length > 0 && this.#sent.length < batchesAtOnce) {
      let values = 0
      let bytes = 0
      let count = 0
      for (const one of this.#waiting) {
        if (count >= pollsInBatch || (count > 0 && values + one.poll.values.length > valuesInBatch)) break
        values += one.poll.values.length
        bytes += one.bytes
        count++
      }
      const polls = this.#waiting.splice(0, count).map(({ poll }) => poll)
      const { collector, epoch, send } = this.#options
      const batch = { collector, epoch, sequence: ++this.#sequence, sentAt: Date.now(), polls }
      this.#sent.push({ batch, bytes, values, at: performance.now() })
      send(batch)
    }
  }

  #dropOldest(): void {
    const oldest = this.#waiting.shift()
    if (oldest === undefined) return
    this.#bytes -= oldest.bytes
    this.droppedValues += oldest.poll.values.length
  }
}

/** Of the poll as JSON, roughly. */
function sizeOf({ values }: MetricPoll): number {
  let bytes = 64
  for (const [metric, instance] of values) bytes += metric.length + instance.length + 24
  return bytes
}
