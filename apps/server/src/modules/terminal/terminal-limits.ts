type Ending = { readonly why: 'idle' | 'limit'; readonly seconds: number }

/** Before it ends because nobody types, at most half of the time that may pass. */
const idleWarning = 60_000
const limitWarning = 5 * 60_000

/** When one terminal ends by the clock: nobody typed for too long, or it lasted as long as any may. */
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

  /** Somebody typed. */
  stir(now: number): void {
    this.#stirred = now
  }

  /** What ends it now, or is going to; null: neither. */
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
