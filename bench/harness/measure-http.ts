import type { HttpLoad, LoadResult } from './http-load.ts'
import type { JobProcess } from './job-process.ts'
import type { Effort } from './options.ts'
import { cpuBetween, cpuTimes } from './process-cpu.ts'
import type { Figure } from './report.ts'
import type { BenchServer } from './server.ts'
import { median, quantile } from './statistics.ts'

/** One value a run. */
export interface Measured {
  readonly perSecond: number[]
  /** Milliseconds. */
  readonly p50: number[]
  readonly p99: number[]
  /** Milliseconds of CPU per request. */
  readonly server: number[]
  readonly database: number[]
}

export interface Load {
  /** Sent in turn. */
  readonly requests: readonly Buffer[]
  readonly clients: number
  readonly milliseconds: number
  /** Requests per second of all clients together; unlimited by default. */
  readonly rate?: number
}

/** Latency of HTTP requests to a server, and their CPU time. */
export class HttpMeasure {
  readonly #server: BenchServer
  readonly #http: JobProcess
  readonly #effort: Effort

  constructor(server: BenchServer, http: JobProcess, effort: Effort) {
    this.#server = server
    this.#http = http
    this.#effort = effort
  }

  /** Several runs after a warm-up, each a third as long as those of a rate. */
  async latencies(requests: readonly Buffer[], clients: number): Promise<Measured> {
    await this.warmUp({ requests, clients, milliseconds: 500 })
    return this.#runs({ requests, clients, milliseconds: this.#effort.milliseconds / 3 })
  }

  /** Like latencies, but at a fixed request rate, independent of answers. */
  async latenciesAt(rate: number, requests: readonly Buffer[], clients: number): Promise<Measured> {
    return this.#runs({ requests, clients, rate, milliseconds: this.#effort.milliseconds })
  }

  async #runs(load: Load): Promise<Measured> {
    const measured = nothingMeasured()
    for (let run = 0; run < this.#effort.runs; run += 1) await this.once(load, measured)
    return measured
  }

  async warmUp(load: Load): Promise<void> {
    await this.#http.run(this.loadOf(load))
  }

  async once(load: Load, into: Measured): Promise<void> {
    const before = cpuTimes(this.#server.pid)
    const result = await this.#http.run<LoadResult>(this.loadOf(load))
    const spent = cpuBetween(before, cpuTimes(this.#server.pid))
    if (result.refused > 0) throw new Error(`${result.refused} requests were not answered with 200`)
    into.perSecond.push(result.perSecond)
    into.p50.push(median(result.latencies))
    into.p99.push(quantile(result.latencies, 0.99))
    into.server.push(spent.server / result.count)
    into.database.push(spent.database / result.count)
  }

  loadOf({ requests, clients, milliseconds, rate }: Load): HttpLoad {
    return {
      ...(rate === undefined ? {} : { rate }),
      kind: 'http',
      host: '127.0.0.1',
      port: this.#server.port,
      requests: requests.map((request) => request.toString('base64')),
      clients,
      milliseconds,
    }
  }
}

export function nothingMeasured(): Measured {
  return { perSecond: [], p50: [], p99: [], server: [], database: [] }
}

/** @param goal limit of the p99 in milliseconds */
export function latencyFigures(name: string, { p50, p99, perSecond }: Measured, goal: number): Figure[] {
  return [
    { name: `${name}, p50`, values: p50, unit: 'ms', decimals: 1 },
    { name: `${name}, p99`, values: p99, unit: 'ms', decimals: 1, goal: { of: 'value', atMost: goal } },
    { name: `${name}, rate`, values: perSecond, unit: '/s' },
  ]
}
