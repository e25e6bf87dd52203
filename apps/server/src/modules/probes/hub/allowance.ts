/** So much at once, and so much a second: what is taken beyond is waited for. */
export class Allowance {
  readonly #most: number
  readonly #perSecond: number
  readonly #now: () => number
  #left: number
  #at: number

  constructor(most: number, perSecond: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#perSecond = perSecond
    this.#now = now
    this.#left = most
    this.#at = now()
  }

  /** @returns milliseconds until the next may be taken */
  take(amount: number): number {
    const now = this.#now()
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond) - amount
    this.#at = now
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / this.#perSecond) * 1000)
  }
}
