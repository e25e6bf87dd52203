/** The clock of a pace; tests replace it. */
export interface PaceClock {
  /** Milliseconds. */
  now(): number
  wait(milliseconds: number): Promise<void>
}

const realClock: PaceClock = {
  now: () => performance.now(),
  wait: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds)
    }),
}

/** Lets packets through evenly, so many a second, without a burst after a pause. */
export class Pace {
  readonly #between: number
  readonly #clock: PaceClock
  #next = 0
  packets = 0

  /** @param rate packets a second */
  constructor(rate: number, clock: PaceClock = realClock) {
    this.#between = 1000 / rate
    this.#clock = clock
  }

  /** Milliseconds between two packets. */
  get between(): number {
    return this.#between
  }

  /** Waits until these may go: the first at once, each further one `between` later. */
  async take(packets = 1): Promise<void> {
    const now = this.#clock.now()
    const at = Math.max(now, this.#next)
    this.#next = at + packets * this.#between
    this.packets += packets
    if (at > now) await this.#clock.wait(at - now)
  }
}
