/** A challenge that went out: what to do when it stays unanswered. */
interface Open {
  readonly until: number
  readonly unanswered: () => void
}

/**
 * Challenges by their nonce. One that is answered, rightly or not, is taken out; one that is not is acted on when its
 * time is over. Bounded: beyond `most` a challenge is simply not remembered.
 */
export class OpenChallenges {
  readonly #open = new Map<string, Open>()
  readonly #most: number
  readonly #milliseconds: number
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number, most: number) {
    this.#milliseconds = milliseconds
    this.#most = most
    this.#timer = setInterval(() => this.#sweep(Date.now()), Math.min(1000, milliseconds))
    this.#timer.unref()
  }

  add(nonce: string, unanswered: () => void): void {
    if (this.#open.size >= this.#most) return
    this.#open.set(nonce, { until: Date.now() + this.#milliseconds, unanswered })
  }

  answered(nonce: string): void {
    this.#open.delete(nonce)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#open.clear()
  }

  // In the order of their times, since all wait equally long.
  #sweep(now: number): void {
    for (const [nonce, { until, unanswered }] of this.#open) {
      if (until > now) return
      this.#open.delete(nonce)
      unanswered()
    }
  }
}
