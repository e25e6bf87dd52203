import type { LinkResult } from '@netward/contract/link-tests'
import type { AddressGuard } from '../guard.ts'
import type { LinkTested, LinkTestRequest } from './protocol.ts'
import { type Means, runTest } from './run-test.ts'

export interface DemandOptions {
  readonly guard: AddressGuard
  readonly means: Means
  readonly send: (message: LinkTested) => void
  /** A defect, not a line. */
  readonly onError: (error: unknown) => void
  /** Between live results; default half a second. */
  readonly gatherMs?: number
}

const requestsAtOnce = 16
const testsOfRequest = 20
/** Somebody waits for it. */
const budgetMs = 60_000

/** Tests that somebody asked for: their results are shown while they come in. */
export class LinkTestsOnDemand {
  readonly #options: DemandOptions
  readonly #running = new Map<string, AbortController>()

  constructor(options: DemandOptions) {
    this.#options = options
  }

  async test({ requestId, line }: LinkTestRequest): Promise<void> {
    const { guard, means, send, onError, gatherMs = 500 } = this.#options
    if (this.#running.has(requestId)) return
    if (this.#running.size >= requestsAtOnce) {
      send({ kind: 'tested', requestId, results: [], done: true })
      return
    }
    const stop = new AbortController()
    this.#running.set(requestId, stop)
    const changed = new Map<string, LinkResult>()
    const sendChanged = (done: boolean) => {
      const results = [...changed.values()]
      changed.clear()
      if (done || results.length > 0) send({ kind: 'tested', requestId, results, done })
    }
    const timer = setInterval(() => sendChanged(false), gatherMs)
    const run = {
      allows: (address: string) => guard.allows(address, line.companyCode),
      source: line.source,
      budgetMs,
      onPartial: (result: LinkResult) => changed.set(result.key, result),
      signal: stop.signal,
    }
    const one = async (test: LinkTestRequest['line']['tests'][number]) => {
      changed.set(test.key, await runTest(test, run, means))
    }
    const tests = line.tests.slice(0, testsOfRequest)
    const isThroughput = ({ kind }: (typeof tests)[number]) => kind === 'throughput'
    try {
      await Promise.all(tests.filter((test) => !isThroughput(test)).map(one))
      // It would disturb the others, and they it.
      for (const test of tests.filter(isThroughput)) if (!stop.signal.aborted) await one(test)
    } catch (error) {
      onError(error)
    } finally {
      clearInterval(timer)
      this.#running.delete(requestId)
      sendChanged(true)
    }
  }

  stop(requestId: string): void {
    this.#running.get(requestId)?.abort()
  }

  close(): void {
    for (const stop of this.#running.values()) stop.abort()
  }
}
