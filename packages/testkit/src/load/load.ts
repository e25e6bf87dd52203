import type { Challenge, Credentials } from '../gateway/digest.ts'
import { authorize, chooseChallenge, parseChallenges } from '../gateway/digest.ts'
import type { ModelName } from '../gateway/models.ts'
import { gatewayModels } from '../gateway/models.ts'
import { HttpLine } from './http-line.ts'
import { informTemplate } from './periodic-inform.ts'
import { ScriptedAnswers } from './scripted-answers.ts'

export interface LoadOptions {
  /** http only. */
  url: string
  /** Gateways used in rotation, numbered from `first`. */
  devices: number
  first?: number
  /** At most the number of gateways: each has one session at a time. */
  connections: number
  /** Ends after this many sessions or this long, whichever comes first. */
  sessions?: number
  durationMs?: number
  model?: ModelName
  /** Gateways that connect for the first time and answer every call; otherwise a call is an error. */
  bootstrap?: boolean
  /** Gateways that have just booted and answer every call. */
  starting?: boolean
  /** Number of counters per Inform, increasing from one to the next. */
  growing?: number
  /** Credentials by gateway number; without them a challenge is an error. */
  credentials?: (number: number) => Credentials
}

export interface LoadResult {
  sessions: number
  /** HTTP requests across all sessions. */
  exchanges: number
  errors: number
  /** Error counts, by HTTP status or keyword. */
  causes: Record<string, number>
  elapsedMs: number
  sessionsPerSecond: number
  /** Milliseconds from the first byte of the Inform to the end of the 204. */
  latencyMs: { p50: number; p95: number; p99: number; max: number }
}

class LoadError extends Error {}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** One connection's share of the load: consecutive sessions, its nonce reused with a growing count. */
class Worker {
  readonly #line: HttpLine
  readonly #url: URL
  readonly #credentials: LoadOptions['credentials']
  #challenge: Challenge | undefined
  #uses = 0
  exchanges = 0

  constructor(url: URL, credentials: LoadOptions['credentials']) {
    this.#url = url
    this.#credentials = credentials
    this.#line = new HttpLine(url.hostname, Number(url.port || '80'))
  }

  close(): void {
    this.#line.close()
  }

  #request(body: string, cookie: string, number: number): string {
    const uri = this.#url.pathname + this.#url.search
    const credentials = this.#challenge === undefined ? undefined : this.#credentials?.(number)
    const authorization =
      this.#challenge === undefined || credentials === undefined
        ? ''
        : `Authorization: ${authorize(this.#challenge, credentials, 'POST', uri, ++this.#uses)}\r\n`
    const type = body === '' ? '' : 'Content-Type: text/xml; charset=utf-8\r\nSOAPAction: \r\n'
    const cookies = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
    return `POST ${uri} HTTP/1.1\r\nHost: ${this.#url.host}\r\n${cookies}${authorization}${type}Content-Length: ${body.length}\r\n\r\n${body}`
  }

  async #post(body: string, cookie: string, number: number) {
    this.exchanges++
    const first = await this.#line.send(this.#request(body, cookie, number))
    if (first.status !== 401 || this.#credentials === undefined) return first
    const challenge = chooseChallenge(parseChallenges([first.challenge]))
    if (challenge === undefined) return first
    this.#challenge = challenge
    this.#uses = 0
    this.exchanges++
    return await this.#line.send(this.#request(body, first.cookie || cookie, number))
  }

  /** Inform, its response, the empty POST, responses to calls, 204. */
  async session(inform: string, number: number, answers: ScriptedAnswers | null): Promise<void> {
    const informed = await this.#post(inform, '', number)
    if (informed.status !== 200) throw new LoadError(String(informed.status))
    if (!informed.body.includes('InformResponse')) throw new LoadError('no InformResponse')
    let ended = await this.#post('', informed.cookie, number)
    while (ended.status === 200) {
      if (answers === null) break
      const answer = answers.answer(ended.body)
      if (answer === null) throw new LoadError('a call that it does not know')
      ended = await this.#post(answer, informed.cookie, number)
    }
    if (ended.status !== 204)
      throw new LoadError(ended.status === 200 ? 'a call instead of 204' : String(ended.status))
  }
}

/**
 * Next gateway: round robin, skipping those with a session in progress, since a gateway has one at a time.
 */
class Turns {
  readonly #waiting: Int32Array
  #next = 0
  #end = 0

  constructor(first: number, devices: number) {
    this.#waiting = Int32Array.from({ length: devices }, (_, index) => first + index)
  }

  take(): number {
    const number = this.#waiting[this.#next]!
    this.#next = (this.#next + 1) % this.#waiting.length
    return number
  }

  giveBack(number: number): void {
    this.#waiting[this.#end] = number
    this.#end = (this.#end + 1) % this.#waiting.length
  }
}

/** Periodic Inform sessions as fast as the ACS accepts them. Both ends measure their own CPU. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { devices, connections, sessions: most = Number.POSITIVE_INFINITY, first = 1 } = options
  const model = gatewayModels[options.model ?? 'tessera-tg5']
  const { bootstrap = false, starting = false } = options
  const event = bootstrap ? '0 BOOTSTRAP' : starting ? '1 BOOT' : undefined
  const render = informTemplate(model, event, options.growing)
  const url = new URL(options.url)
  const started = performance.now()
  const deadline = started + (options.durationMs ?? Number.POSITIVE_INFINITY)
  const time = new Date().toISOString()
  const latencies: number[] = []
  const causes: Record<string, number> = {}
  const turns = new Turns(first, devices)
  let taken = 0
  let errors = 0
  let exchanges = 0

  const work = async () => {
    const worker = new Worker(url, options.credentials)
    while (taken < most && performance.now() < deadline) {
      taken++
      const number = turns.take()
      const count = options.growing === undefined ? 0 : Date.now() % 4_000_000_000
      const begun = performance.now()
      try {
        await worker.session(
          render(number, time, count),
          number,
          bootstrap || starting ? new ScriptedAnswers(model.root) : null,
        )
        latencies.push(performance.now() - begun)
      } catch (error) {
        errors++
        const cause = error instanceof LoadError ? error.message : 'connection'
        causes[cause] = (causes[cause] ?? 0) + 1
        // Avoids a busy loop when the server is gone.
        if (errors > 1000 && latencies.length === 0) break
      } finally {
        turns.giveBack(number)
      }
    }
    worker.close()
    exchanges += worker.exchanges
  }
  await Promise.all(Array.from({ length: Math.min(connections, devices) }, work))

  const elapsedMs = performance.now() - started
  const sorted = Float64Array.from(latencies).toSorted()
  return {
    sessions: sorted.length,
    exchanges,
    errors,
    causes,
    elapsedMs,
    sessionsPerSecond: sorted.length / (elapsedMs / 1000),
    latencyMs: {
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      p99: percentile(sorted, 0.99),
      max: sorted.at(-1) ?? 0,
    },
  }
}
