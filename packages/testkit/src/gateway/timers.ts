/** A gateway's timers: the next session or the end of a reboot, the next periodic Inform, transfers. */
export class Timers {
  readonly #scale: number
  readonly #began = Date.now()
  #next: NodeJS.Timeout | undefined
  /** Start of the next session, by performance.now(). */
  #sessionAt = Number.POSITIVE_INFINITY
  #periodic: NodeJS.Timeout | undefined
  readonly #beside = new Set<NodeJS.Timeout>()

  /** @param scale real seconds per simulated second */
  constructor(scale: number) {
    this.#scale = scale
  }

  /** Milliseconds since 1970 by the gateway's clock, which runs in simulated time. */
  now(): number {
    return this.#began + (Date.now() - this.#began) / this.#scale
  }

  /** An earlier planned session stays. */
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

  /** Timers independent of sessions and reboots: transfers, scheduled Informs. */
  beside(seconds: number, action: () => void): void {
    const timer = this.#after(seconds, () => {
      this.#beside.delete(timer)
      action()
    })
    this.#beside.add(timer)
  }

  /** During a reboot only the independent timers run. */
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
    // Waits over 24 days overflow a timer.
    return setTimeout(action, Math.min(seconds * this.#scale * 1000, 2 ** 31 - 1))
  }
}
