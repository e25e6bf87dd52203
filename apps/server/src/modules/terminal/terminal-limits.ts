type Ending = { readonly why: 'idle' | 'limit'; readonly seconds: number }

/** Warning time before the idle limit, at most half of it. */
const idleWarning = 60_000
const limitWarning = 5 * 60_000

/** Timeouts of one terminal: idle, and total duration. */
export class TerminalLimits {
  readonly #idle: number
  readonly #longest: number
  readonly #began: number
  #stirred: number

  /** Milliseconds. */
  constructor(limits: { idle: number; longest: number }, now: number) {
    this.#idle = limits.idle
    this.#longest = limits.longest
    this.#began = now
    this.#stirred = now
  }

  /** There was input. */
  stir(now: number): void {
    this.#stirred = now
  }

  /** What ends it now or soon; null: neither. */
  look(now: number): { over: 'idle' | 'limit' } | { ending: Ending } | null {
    const idleLeft = this.#stirred + this.#idle - now
    const limitLeft = this.#began + this.#longest - now
    const why = idleLeft <= limitLeft ? 'idle' : 'limit'
    const left = Math.min(idleLeft, limitLeft)
    if (left <= 0) return { over: why }
    if (idleLeft <= Math.min(idleWarning, this.#idle / 2)) return { ending: ending('idle', idleLeft) }
    if (limitLeft <= Math.min(limitWarning, this.#longest / 2)) return { ending: ending('limit', limitLeft) }
    return null
  }
}

const ending = (why: Ending['why'], left: number): Ending => ({ why, seconds: Math.ceil(left / 1000) })
