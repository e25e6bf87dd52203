import type { FromCollector, ToCollector } from '@netward/collector'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Logger } from '../../../platform/log.ts'
import { planOfLines, takeLineFacts } from '../../lines/index.ts'

/** What people change of lines reaches the collector within this time. */
const planEveryMs = 30_000
const retryMs = 1_000

export interface LinesOptions {
  readonly scopes: Scopes
  readonly log: Logger
  /** Of the poller. */
  readonly name: string
  /** Starts the collector where it does not run. */
  readonly begin: () => void
  readonly send: (message: ToCollector) => void
}

/** The internet lines of a poller: its collector learns what differs, and what it finds of them is written. */
export class Lines {
  readonly #options: LinesOptions
  /** What was sent of each, as JSON. */
  readonly #sent = new Map<string, string>()
  #shares = ''
  #plannedAt = 0
  #facts: Promise<void> = Promise.resolve()
  readonly #stopped = new AbortController()

  constructor(options: LinesOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sent.size
  }

  /** The collector knows none any more. */
  forgetAll(): void {
    this.#sent.clear()
    this.#plannedAt = 0
  }

  async follow(shares: readonly number[]): Promise<void> {
    const same = shares.join(',') === this.#shares
    if (same && Date.now() - this.#plannedAt < planEveryMs) return
    const { scopes, begin, send } = this.#options
    const plans = await planOfLines(scopes, { shares })
    if (plans.length > 0) begin()
    this.#shares = shares.join(',')
    this.#plannedAt = Date.now()
    const lines = plans.filter((plan) => this.#sent.get(plan.lineId) !== JSON.stringify(plan))
    const kept = new Set(plans.map(({ lineId }) => lineId))
    const removed = [...this.#sent.keys()].filter((id) => !kept.has(id))
    for (const plan of lines) this.#sent.set(plan.lineId, JSON.stringify(plan))
    for (const id of removed) this.#sent.delete(id)
    if (lines.length + removed.length > 0)
      send({ kind: 'plan', full: false, credentials: [], targets: [], lines, removed })
  }

  /** In the order in which they came; acknowledged once written. */
  take(message: Extract<FromCollector, { kind: 'line-facts' }>): void {
    this.#facts = this.#write(this.#facts, message)
  }

  async #write(
    before: Promise<void>,
    message: Extract<FromCollector, { kind: 'line-facts' }>,
  ): Promise<void> {
    await before
    const { scopes, name, log, send } = this.#options
    const { epoch, sequence } = message
    while (!this.#stopped.signal.aborted) {
      try {
        await takeLineFacts(scopes, { poller: name }, message)
        send({ kind: 'ack', of: 'line-facts', epoch, sequence })
        return
      } catch (error) {
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
