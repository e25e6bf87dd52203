import { sourceOf } from '../../platform/source-address.ts'

/**
 * Counts events by source address in windows of a minute. Bounded: above `maxSources` the oldest are dropped.
 */
export class SourceCounter {
  readonly #limit: number
  readonly #maxSources: number
  #counts = new Map<string, number>()
  #windowEnds = 0

  constructor(limitPerMinute: number, maxSources = 50_000) {
    this.#limit = limitPerMinute
    this.#maxSources = maxSources
  }

  exceeded(address: string, now: number): boolean {
    return now < this.#windowEnds && (this.#counts.get(sourceOf(address)) ?? 0) >= this.#limit
  }

  count(address: string, now: number): void {
    if (now >= this.#windowEnds) {
      this.#counts = new Map()
      this.#windowEnds = now + 60_000
    }
    const source = sourceOf(address)
    if (this.#counts.size >= this.#maxSources && !this.#counts.has(source)) {
      const oldest = this.#counts.keys().next().value
      if (oldest !== undefined) this.#counts.delete(oldest)
    }
    this.#counts.set(source, (this.#counts.get(source) ?? 0) + 1)
  }
}

/** Open connections by source. */
export class ConnectionCounter {
  readonly #open = new Map<string, number>()

  opened(address: string): number {
    const source = sourceOf(address)
    const count = (this.#open.get(source) ?? 0) + 1
    this.#open.set(source, count)
    return count
  }

  closed(address: string): void {
    const source = sourceOf(address)
    const count = (this.#open.get(source) ?? 1) - 1
    if (count <= 0) this.#open.delete(source)
    else this.#open.set(source, count)
  }
}
