import type { LinkTested, LinkTestRequest } from '@netward/collector'
import type { LinkTest } from '@netward/contract/link-tests'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { askedTestRepo, type TakenTest } from './asked-test.repo.ts'
import { cleanResult, cleanTimes } from './clean-result.ts'

type ToTester = LinkTestRequest | { readonly kind: 'test-stop'; readonly requestId: string }

export interface AskedTestsOptions {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  /** A poller tests from outside; a process that holds probes has them test from inside. */
  readonly by: { readonly poller: string } | { readonly hub: string }
  /** To the collector; the probe of a test from inside. */
  readonly send: (message: ToTester, probeId: string | null) => void
  /** Between two writes of a test that goes on; default one second. */
  readonly writeMs?: number
}

interface Held {
  readonly test: LinkTest
  readonly probeId: string | null
  readonly owner: string
  result: object | null
  done: boolean
  isWritten: boolean
  isStopped: boolean
}

/** As many as a collector runs at once. */
const mostHeld = 16
const mostOfHub = 500

export const sealedUrlOf = (lineId: string): string => `line_run:${lineId}`

/** Tests that people ask for: taken from the database, given to a collector, and what it finds is written while it comes in. */
export class AskedTests {
  readonly #options: AskedTestsOptions
  readonly #held = new Map<string, Held>()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(options: AskedTestsOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#write(false), options.writeMs ?? 1000)
    this.#timer.unref()
  }

  get size(): number {
    return this.#held.size
  }

  /** @returns tests that the collector must learn of: `begin` it first */
  async follow(begin?: () => void): Promise<void> {
    const { scopes, by, send } = this.#options
    for (const { id, over } of await askedTestRepo.stopped(scopes, [...this.#held.keys()])) {
      const held = this.#held.get(id)
      if (over) this.#held.delete(id)
      if (held === undefined || held.isStopped) continue
      held.isStopped = true
      send({ kind: 'test-stop', requestId: id }, held.probeId)
    }
    const most = 'hub' in by ? mostOfHub : mostHeld - this.#held.size
    if (most <= 0) return
    const taken = await askedTestRepo.take(scopes, by, most)
    if (taken.length > 0) begin?.()
    for (const one of taken) this.#give(one)
  }

  /** @param probeId of the probe that says so: another's tests are not its to answer */
  take({ requestId, results, done }: LinkTested, probeId: string | null): void {
    const held = this.#held.get(requestId)
    if (held === undefined || held.probeId !== probeId || held.done) return
    const found = results.findLast(({ key }) => key === held.test.key)
    try {
      const clean = found === undefined ? null : cleanResult(found)
      if (clean !== null && found !== undefined && clean.kind === held.test.kind) {
        held.result = { ...clean, ...(clean.kind === 'icmp' && { times: cleanTimes(found.times) }) }
        held.isWritten = false
      }
    } catch (error) {
      // What should be there is not, or is something else.
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    }
    held.done = done
    if (done) this.#write(true)
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  #give({ id, probe_id, line_id, company_code, outlet_id, test, url }: TakenTest): void {
    const { by, secrets, send } = this.#options
    const whole: LinkTest =
      test.kind === 'throughput' && url !== null
        ? { ...test, url: secrets.open(url, sealedUrlOf(line_id)).toString() }
        : test
    const probeId = 'hub' in by ? probe_id : null
    this.#held.set(id, {
      test,
      probeId,
      owner: 'hub' in by ? `probe:${probe_id}` : by.poller,
      result: null,
      done: false,
      isWritten: true,
      isStopped: false,
    })
    const line = {
      lineId: line_id,
      companyCode: company_code,
      outletId: outlet_id,
      from: 'hub' in by ? 'inside' : 'outside',
      source: null,
      tests: [whole],
    } as const
    send({ kind: 'test', requestId: id, line }, probeId)
  }

  #write(onlyDone: boolean): void {
    const due = [...this.#held].filter(([, held]) => held.done || (!onlyDone && !held.isWritten))
    for (const [id, held] of due) {
      held.isWritten = true
      if (held.done) this.#held.delete(id)
      this.#writing = this.#after(this.#writing, id, { ...held })
    }
  }

  async #after(before: Promise<void>, id: string, { owner, result, done }: Held): Promise<void> {
    await before
    const { scopes, log } = this.#options
    // A result that cannot be written now is followed by another, and the last one by the end of the test's time.
    await askedTestRepo
      .found(scopes, id, owner, result, done)
      .catch((error: unknown) => log.warn({ err: error, test: id }, 'what a test found is not written'))
  }
}
