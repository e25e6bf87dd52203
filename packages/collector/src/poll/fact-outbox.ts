export interface FactOutboxOptions<Fact> {
  readonly send: (sequence: number, facts: readonly Fact[]) => void
  /** Facts of one key replace one another while they wait; null: an event, which is kept beside the others. */
  readonly keyOf: (fact: Fact) => string | null
}

const factsInMessage = 500
const messagesAtOnce = 4
const gatherMs = 500
const resendMs = 60_000
const mostEvents = 10_000

/**
 * Facts on their way to the server, kept until they are acknowledged. Of those that describe how something is, the last one
 * replaces an earlier one that still waits, so that their number is bounded by that of their subjects; of events the oldest
 * are dropped.
 */
export class FactOutbox<Fact> {
  readonly #options: FactOutboxOptions<Fact>
  readonly #waiting = new Map<string, Fact>()
  /** Keys of those that are events, in their order. */
  readonly #events = new Set<string>()
  #sent: { readonly sequence: number; readonly facts: readonly Fact[]; at: number }[] = []
  #sequence = 0
  #eventNumber = 0
  #timer: NodeJS.Timeout | null = null
  dropped = 0

  constructor(options: FactOutboxOptions<Fact>) {
    this.#options = options
  }

  add(fact: Fact): void {
    const key = this.#options.keyOf(fact)
    if (key === null) {
      const event = `event ${this.#eventNumber++}`
      this.#events.add(event)
      this.#waiting.set(event, fact)
      this.#dropOldest()
    } else {
      // A state that changed twice stands where it changed last.
      this.#waiting.delete(key)
      this.#waiting.set(key, fact)
    }
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  acknowledge(sequence: number): void {
    this.#sent = this.#sent.filter((sent) => sent.sequence > sequence)
    if (this.#timer === null) this.#flush()
  }

  resendLate(now = performance.now()): void {
    for (const sent of this.#sent) {
      if (now - sent.at < resendMs) continue
      sent.at = now
      this.#options.send(sent.sequence, sent.facts)
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #flush(): void {
    this.close()
    while (this.#waiting.size > 0 && this.#sent.length < messagesAtOnce) {
      const facts: Fact[] = []
      for (const [key, fact] of this.#waiting) {
        if (facts.length >= factsInMessage) break
        facts.push(fact)
        this.#events.delete(key)
        this.#waiting.delete(key)
      }
      const sequence = ++this.#sequence
      this.#sent.push({ sequence, facts, at: performance.now() })
      this.#options.send(sequence, facts)
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#events
    if (this.#events.size <= mostEvents || oldest === undefined) return
    this.#events.delete(oldest)
    this.#waiting.delete(oldest)
    this.dropped++
  }
}
