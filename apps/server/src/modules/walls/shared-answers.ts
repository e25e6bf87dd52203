import { LRUCache } from 'lru-cache'

/** Of several wall screens; the largest hold some hundred rows. */
const most = 500
const keptMs = 60_000

/** Answers that equal questions share while they are asked and for a minute: many screens show the same page. */
export class SharedAnswers<Answer extends object> {
  readonly #kept = new LRUCache<string, Promise<Answer>>({ max: most, ttl: keptMs })

  /** A failure is not kept. */
  async of(question: readonly unknown[], ask: () => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify(question)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const asked = ask()
    this.#kept.set(key, asked)
    try {
      return await asked
    } catch (error) {
      if (this.#kept.get(key) === asked) this.#kept.delete(key)
      throw error
    }
  }
}
