import type { Fact } from '../protocol.ts'

export interface FactOutboxOptions {
  readonly send: (sequence: number, facts: readonly Fact[]) => void
}

const factsInMessage = 500
const messagesAtOnce = 4
const gatherMs = 500
const resendMs = 60_000
const mostTraps = 10_000

/**
 * Facts on their way to the server, kept until they are acknowledged. Of those that describe how something is, the last one
 * replaces an earlier one that still waits, so that their number is bounded by that of the devices.
 */
export class FactOutbox {
  readonly #options: FactOutboxOptions
  readonly #waiting = new Map<string, Fact>()
  #sent: { readonly sequence: number; readonly facts: readonly Fact[]; at: number }[] = []
  #sequence = 0
  #traps = 0
  #trapsWaiting = 0
  #timer: NodeJS.Timeout | null = null

  constructor(options: FactOutboxOptions) {
    this.#options = options
  }

  add(fact: Fact): void {
    if (fact.kind === 'trap') {
      if (this.#trapsWaiting >= mostTraps) return
      this.#trapsWaiting++
      this.#waiting.set(`trap ${this.#traps++}`, fact)
    } else {
      const key = `${fact.kind} ${fact.deviceId}`
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
        if (fact.kind === 'trap') this.#trapsWaiting--
        this.#waiting.delete(key)
      }
      const sequence = ++this.#sequence
      this.#sent.push({ sequence, facts, at: performance.now() })
      this.#options.send(sequence, facts)
    }
  }
}
