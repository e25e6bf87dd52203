import type { AnswerEvent } from '@netward/contract/conversations'

/** Seconds after which a silent stream says that it lives: proxies close silent ones. */
const aliveSeconds = 10

/** What happened in one answer: read by any number of streams, each from where it is. */
export class TurnEvents {
  readonly #all: AnswerEvent[] = []
  readonly #waiting = new Set<() => void>()
  #isOver = false

  push(event: AnswerEvent): void {
    this.#all.push(event)
    if (event.type === 'ended') this.#isOver = true
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  /** From the first event until the last. */
  async *read(): AsyncGenerator<AnswerEvent> {
    let at = 0
    for (;;) {
      while (at < this.#all.length) yield this.#all[at++]!
      if (this.#isOver) return
      if (await this.#silent()) yield { type: 'alive' }
    }
  }

  #silent(): Promise<boolean> {
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer)
        done(false)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(wake)
        done(true)
      }, aliveSeconds * 1000)
      this.#waiting.add(wake)
    })
  }
}
