/** What a gateway waits for: the next session or the end of a reboot, the next periodic Inform, downloads. */
export class Timers {
  readonly #scale: number
  #next: NodeJS.Timeout | undefined
  /** When the next session begins, by performance.now(). */
  #sessionAt = Number.POSITIVE_INFINITY
  #periodic: NodeJS.Timeout | undefined
  readonly #downloads = new Set<NodeJS.Timeout>()

  /** @param scale seconds of ours per second of the gateway's life */
  constructor(scale: number) {
    this.#scale = scale
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

  download(seconds: number, done: () => void): void {
    this.#downloads.add(this.#after(seconds, done))
  }

  /** While it reboots nothing else happens but downloads. */
  reboot(seconds: number, back: () => void): void {
    this.#clearSessions()
    this.#next = this.#after(seconds, back)
  }

  clear(): void {
    this.#clearSessions()
    for (const timer of this.#downloads) clearTimeout(timer)
    this.#downloads.clear()
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
