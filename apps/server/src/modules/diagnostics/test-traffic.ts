import { setTimeout as wait } from 'node:timers/promises'

/** Concurrent tests per process, and connections per test: a gateway may open several. */
const maxTests = 8
const maxConnections = 4
/** Repeats of one test in this process, so that its URL is not a free download for an hour. */
const maxTurns = 20
const remembered = 1_000
/** All tests together: 1 Gbit/s, so that concurrent Informs keep most of a core. */
const bytesPerSecond = 125_000_000
/** Below the timer's maximum. */
const burstMs = 5

/** Limits for line tests in a process that gateways need for their sessions. */
export class TestTraffic {
  readonly #open = new Map<string, number>()
  readonly #turns = new Map<string, number>()
  #freeAt = 0

  /** Null when there is no room. */
  enter(runId: string): { leave: () => void } | null {
    const connections = this.#open.get(runId) ?? 0
    const turns = (this.#turns.get(runId) ?? 0) + 1
    if (
      turns > maxTurns ||
      connections >= maxConnections ||
      (connections === 0 && this.#open.size >= maxTests)
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
