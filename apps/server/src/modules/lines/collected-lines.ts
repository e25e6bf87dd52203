import type { FromCollector, LinePlan, ToCollector } from '@netward/collector'
import { setTimeout as wait } from 'node:timers/promises'
import { isRefusedData } from '../../platform/errors.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import { takeLineFacts } from './line-intake.ts'
import { type LineCollector, planOfLines } from './line-plan.ts'

const retryMs = 1_000

export interface CollectedLinesOptions {
  readonly scopes: Scopes
  readonly log: Logger
  readonly by: { readonly poller: string } | { readonly probeId: string }
  readonly send: (message: ToCollector) => void
}

type LineFacts = Extract<FromCollector, { kind: 'line-facts' }>

/** The internet lines of a collector: what differs in its plan, and what it finds of them is written. */
export class CollectedLines {
  readonly #options: CollectedLinesOptions
  /** What was sent of each, as JSON. */
  readonly #sent = new Map<string, string>()
  #facts: Promise<void> = Promise.resolve()
  readonly #stopped = new AbortController()

  constructor(options: CollectedLinesOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sent.size
  }

  /** The collector knows none any more. */
  forgetAll(): void {
    this.#sent.clear()
  }

  /** What the collector must learn; it then counts as sent. */
  async changes(collector: LineCollector): Promise<{ lines: LinePlan[]; removed: string[] }> {
    const plans = await planOfLines(this.#options.scopes, collector)
    const kept = new Set(plans.map(({ lineId }) => lineId))
    const removed = [...this.#sent.keys()].filter((id) => !kept.has(id))
    const lines = plans.filter((plan) => {
      const text = JSON.stringify(plan)
      if (this.#sent.get(plan.lineId) === text) return false
      this.#sent.set(plan.lineId, text)
      return true
    })
    for (const id of removed) this.#sent.delete(id)
    return { lines, removed }
  }

  /**
   * In the order in which they came; acknowledged once written.
   * @param clockOffset milliseconds by which its moments are moved
   */
  take(message: LineFacts, clockOffset = 0): void {
    this.#facts = this.#write(this.#facts, message, clockOffset)
  }

  async #write(before: Promise<void>, message: LineFacts, clockOffset: number): Promise<void> {
    await before
    const { scopes, by, log, send } = this.#options
    const { epoch, sequence } = message
    while (!this.#stopped.signal.aborted) {
      try {
        await takeLineFacts(scopes, by, message, clockOffset)
        return send({ kind: 'ack', of: 'line-facts', epoch, sequence })
      } catch (error) {
        if (isRefusedData(error)) {
          log.error({ err: error }, 'what a collector found of lines cannot be stored')
          return send({ kind: 'ack', of: 'line-facts', epoch, sequence })
        }
        log.warn({ err: error }, 'what a collector found of lines is written later')
        await wait(retryMs, null, { signal: this.#stopped.signal }).catch(() => {})
      }
    }
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#facts
  }
}
