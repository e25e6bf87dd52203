import type { AnswerEvent } from '@netward/contract/conversations'
import type { Turn } from './turn.ts'

/** After its end an answer can be followed for this long. */
const keptMilliseconds = 60_000

/** Answers that run in this process. */
export class Turns {
  readonly #running = new Map<string, { turn: Turn; over: Promise<void> }>()
  readonly #onFailure: (error: unknown) => void

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  start(messageId: string, turn: Turn): AsyncIterable<AnswerEvent> {
    const over = turn
      .run()
      .catch(this.#onFailure)
      .finally(() => {
        setTimeout(() => this.#running.delete(messageId), keptMilliseconds).unref()
      })
    this.#running.set(messageId, { turn, over })
    return turn.events.read()
  }

  /** Null: it does not run here. */
  follow(messageId: string): AsyncIterable<AnswerEvent> | null {
    return this.#running.get(messageId)?.turn.events.read() ?? null
  }

  stop(messageId: string): void {
    this.#running.get(messageId)?.turn.stop()
  }

  get size(): number {
    return this.#running.size
  }

  /** Stops all, and waits until what there is of them is written. */
  async close(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { turn } of all) turn.stop()
    await Promise.all(all.map(({ over }) => over))
  }
}
