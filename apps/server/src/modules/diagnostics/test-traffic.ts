import { setTimeout as wait } from 'node:timers/promises'

/** Tests that one process serves at once, and connections of one test: a gateway may open several. */
const mostTests = 8
const mostConnections = 4
/** Repeats of one test in this process: its URL is no place to fetch from for an hour. */
const mostTurns = 20
const remembered = 1_000
/** Of all tests together: a gigabit, so that the Informs beside them keep most of a core. */
const bytesPerSecond = 125_000_000
/** Shorter than a timer can wait. */
const burstMs = 5

/** What tests of lines may take of a process that gateways need for their sessions. */
export class TestTraffic {
  readonly #open = new Map<string, number>()
  readonly #turns = new Map<string, number>()
  #freeAt = 0

  /** Null when there is no room. */
  enter(runId: string): { leave: () => void } | null {
    const connections = this.#open.get(runId) ?? 0
    const turns = (this.#turns.get(runId) ?? 0) + 1
    if (
      turns > mostTurns ||
      connections >= mostConnections ||
      (connections === 0 && this.#open.size >= mostTests)
    )
      return null
    this.#open.set(runId, connections + 1)
    this.#turns.set(runId, turns)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > remembered && oldest !== undefined) this.#turns.delete(oldest)
    return {
      leave: () => {
        const left = (this.#open.get(runId) ?? 1) - 1
        if (left === 0) this.#open.delete(runId)
        else this.#open.set(runId, left)
      },
    }
  }

  /** Waits until so many bytes more may pass. */
  async pass(bytes: number): Promise<void> {
    const now = performance.now()
    this.#freeAt = Math.max(this.#freeAt, now) + (bytes / bytesPerSecond) * 1000
    if (this.#freeAt - now > burstMs) await wait(this.#freeAt - now)
  }
}
