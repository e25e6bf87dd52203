import { sourceOf } from '../../platform/source-address.ts'

/** A challenge that went out: what to do when it stays unanswered. */
interface Open {
  readonly until: number
  readonly source: string
  readonly unanswered: () => void
}

/**
 * Challenges by their nonce. An answer, right or wrong, removes one; an unanswered one is acted on when its
 * time is over. Bounded, with a share per source: above it a challenge is not remembered.
 */
export class OpenChallenges {
  readonly #open = new Map<string, Open>()
  readonly #bySource = new Map<string, number>()
  readonly #most: { readonly most: number; readonly perSource: number }
  readonly #milliseconds: number
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number, most: { readonly most: number; readonly perSource: number }) {
    this.#milliseconds = milliseconds
    this.#most = most
    this.#timer = setInterval(() => this.#sweep(Date.now()), Math.min(1000, milliseconds))
    this.#timer.unref()
  }

  get size(): number {
    return this.#open.size
  }

  add(nonce: string, address: string, unanswered: () => void): void {
    const source = sourceOf(address)
    const held = this.#bySource.get(source) ?? 0
    if (this.#open.size >= this.#most.most || held >= this.#most.perSource) return
    this.#bySource.set(source, held + 1)
    this.#open.set(nonce, { until: Date.now() + this.#milliseconds, source, unanswered })
  }

  answered(nonce: string): void {
    const open = this.#open.get(nonce)
    if (open !== undefined) this.#forget(nonce, open)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#open.clear()
    this.#bySource.clear()
  }

  // In the order of their deadlines, since all wait equally long.
  #sweep(now: number): void {
    for (const [nonce, open] of this.#open) {
      if (open.until > now) return
      this.#forget(nonce, open)
      open.unanswered()
    }
  }

  #forget(nonce: string, { source }: Open): void {
    this.#open.delete(nonce)
    const left = (this.#bySource.get(source) ?? 1) - 1
    if (left > 0) this.#bySource.set(source, left)
    else this.#bySource.delete(source)
  }
}
