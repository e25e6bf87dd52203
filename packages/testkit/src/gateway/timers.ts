/** What a gateway waits for: the next session or the end of a reboot, the next periodic Inform, transfers. */
export class Timers {
  readonly #scale: number
  readonly #began = Date.now()
  #next: NodeJS.Timeout | undefined
  /** When the next session begins, by performance.now(). */
  #sessionAt = Number.POSITIVE_INFINITY
  #periodic: NodeJS.Timeout | undefined
  readonly #beside = new Set<NodeJS.Timeout>()

  /** @param scale seconds of ours per second of the gateway's life */
  constructor(scale: number) {
    this.#scale = scale
  }

  /** Milliseconds since 1970 by the gateway's clock, whose seconds are those of its life. */
  now(): number {
    return this.#began + (Date.now() - this.#began) / this.#scale
  }

  /** An earlier session that is planned already stays. */
  session(seconds: number, begin: () => void): void {
    const at = performance.now() + seconds * this.#scale * 1000
    if (this.#sessionAt <= at) return
    this.#sessionAt = at
    clearTimeout(this.#next)
    this.#next = this.#after(seconds, () => {
      this.#sessionAt = Number.POSITIVE_INFINITY
      begin()
    })
  }

  periodic(seconds: number, inform: () => void): void {
    clearTimeout(this.#periodic)
    this.#periodic = this.#after(seconds, inform)
  }

  noPeriodic(): void {
    clearTimeout(this.#periodic)
  }

  /** What goes on beside sessions and reboots: transfers, scheduled Informs. */
  beside(seconds: number, action: () => void): void {
    const timer = this.#after(seconds, () => {
      this.#beside.delete(timer)
      action()
    })
    this.#beside.add(timer)
  }

  /** While it reboots nothing else happens but what goes on beside. */
  reboot(seconds: number, back: () => void): void {
    this.#clearSessions()
    this.#next = this.#after(seconds, back)
  }

  clear(): void {
    this.#clearSessions()
    for (const timer of this.#beside) clearTimeout(timer)
    this.#beside.clear()
  }

  #clearSessions(): void {
    clearTimeout(this.#next)
    clearTimeout(this.#periodic)
    this.#sessionAt = Number.POSITIVE_INFINITY
  }

  #after(seconds: number, action: () => void): NodeJS.Timeout {
    // Longer waits than 24 days overflow a timer.
    return setTimeout(action, Math.min(seconds * this.#scale * 1000, 2 ** 31 - 1))
  }
}
