/** A bucket of tokens: `burst` at once, then `perSecond`. */
export class Rate {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #at: number

  constructor(perSecond: number, burst: number, now = performance.now()) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#at = now
  }

  /** Takes one, if there is one. */
  take(now = performance.now()): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (this.#perSecond * (now - this.#at)) / 1000)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}
