import { rolesOf } from '../apps/server/src/platform/db/roles.ts'
import { HttpConnection, jsonRequest } from './harness/http-connection.ts'
import type { AnswerServer } from './harness/answer-server.ts'
import type { DriverLoad, StatementsLoad } from './harness/driver-load.ts'
import type { HttpLoad, LoadResult } from './harness/http-load.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures, nothingMeasured } from './harness/measure-http.ts'
import { effort, type Effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median } from './harness/statistics.ts'
import { seedDevices } from './seed-devices.ts'

const path = '/api/v1/device/lists'
const clients = 8
const zabbix = 'recorded reference: Zabbix 6.0 host.get, 2 cores'

const filteredAndSorted = { presence: ['online' as const], sort: 'name' as const }
const firstPage = { page: 1, pageSize: 50 }

/** List usage: filters and orders, later pages, searches. */
const questions = [
  { what: 'online, by name', query: filteredAndSorted },
  { what: 'page 10, by model', query: { sort: 'modelName', page: 10 } },
  { what: 'last Inform first', query: { sort: '-lastInformAt' } },
  { what: 'offline, last Inform first', query: { presence: ['offline'], sort: '-lastInformAt' } },
  { what: 'one model, counted', query: { modelName: 'AX3000', sort: 'serialNumber' } },
  { what: 'search, few match', query: { search: 'a1b2c' } },
  { what: 'search, very many match', query: { search: 'cpe' } },
  // The worst case for an order by name: many, and adjacent at its end.
  { what: 'search, one in ten matches', query: { search: 'wuhan' } },
]

export async function list(options: Options): Promise<Section[]> {
  const size = options.quick
    ? { companies: 1_000, devices: 50_000 }
    : { companies: 20_000, devices: 1_000_000 }
  const server = new BenchServer()
  const http = new JobProcess('./http-load.ts')
  const driver = new JobProcess('./driver-load.ts')
  const memory = new JobProcess('./answer-server.ts')
  try {
    await server.start()
    const seeded = await seedDevices(server.admin, size)
    await server.stop()
    await server.start()
    const company = await server.administratorOf(seeded.company)
    const msp = await server.administratorOf(seeded.largeMsp)
    const platform = await server.signInAsOperator()
    const bench = new ListBench(server, { http, driver, memory }, effort(options))
    const page = (headers: Record<string, string>, query: object) =>
      jsonRequest(path, headers, { ...firstPage, ...query })
    const asked = page(company, filteredAndSorted)
    const body = await bench.check(asked)
    const figures: Figure[] = [
      ...(await bench.besideSelect1([asked], [8, 16])),
      ...(await bench.ceilings(asked, body, company)),
    ]
    const msps = `MSP with ${size.companies / 2} companies`
    const all = `platform with ${size.devices} devices`
    const scopes = [
      { name: 'company with 10,000 devices', headers: company, goal: 15 },
      { name: msps, headers: msp, goal: 50 },
      { name: all, headers: platform, goal: 50 },
    ]
    const pages: Figure[] = []
    for (const { name, headers, goal } of scopes) {
      for (const { what, query } of questions) {
        const measured = await bench.http.latencies([page(headers, query)], clients)
        pages.push(...latencyFigures(`${name}: ${what}`, measured, goal))
      }
    }
    return [
      { title: 'List: 50 of 10,000 devices of a company, filtered and sorted, over HTTP', figures },
      { title: `List: latency with ${clients} clients`, figures: pages },
    ]
  } finally {
    for (const job of [http, driver, memory]) job.close()
    await server.remove()
  }
}

interface Jobs {
  readonly http: JobProcess
  readonly driver: JobProcess
  readonly memory: JobProcess
}

class ListBench {
  readonly #server: BenchServer
  readonly #jobs: Jobs
  readonly #effort: Effort
  readonly http: HttpMeasure

  constructor(server: BenchServer, jobs: Jobs, of: Effort) {
    this.#server = server
    this.#jobs = jobs
    this.#effort = of
    this.http = new HttpMeasure(server, jobs.http, of)
  }

  /** A benchmark of a wrong answer is worthless. */
  async check(request: Buffer): Promise<string> {
    const connection = await HttpConnection.open('127.0.0.1', this.#server.port)
    const { status, body } = await connection.request(request)
    connection.close()
    const answer = JSON.parse(body.toString()) as { data?: { items?: unknown[] } }
    if (status !== 200 || answer.data?.items?.length !== 50) throw new Error(`the list answered ${status}`)
    return body.toString()
  }

  /** This machine's limit for either half of the work: the answer's bytes, the list's statements. */
  async ceilings(request: Buffer, body: string, headers: Record<string, string>): Promise<Figure[]> {
    const { http, driver, memory } = this.#jobs
    const { runs, milliseconds } = this.#effort
    const answer: AnswerServer = { kind: 'answer', body }
    const { port } = await memory.run<{ port: number }>(answer)
    const bytes: HttpLoad = { ...this.http.loadOf({ requests: [request], clients, milliseconds }), port }
    const statements: StatementsLoad = {
      kind: 'statements',
      connection: this.#login(),
      claims: {
        token: (headers['authorization'] ?? '').replace('Bearer ', ''),
        companyId: headers['x-company-id'] ?? null,
        tenantCompanyId: null,
        proxy: false,
      },
      query: { of: 'smart_cpe', ...firstPage, ...filteredAndSorted },
      clients,
      milliseconds,
    }
    const fromMemory: number[] = []
    const byDriver: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      const rates = [await http.run<LoadResult>(bytes), await driver.run<LoadResult>(statements)] as const
      // The first run is the warm-up.
      if (run === 0) continue
      fromMemory.push(rates[0].perSecond)
      byDriver.push(rates[1].perSecond)
    }
    const kilobytes = Math.round(Buffer.byteLength(body) / 1000)
    return [
      { name: `ceiling: the same ${kilobytes} kB by node:http from memory`, values: fromMemory, unit: '/s' },
      { name: 'ceiling: the same statements by the driver, no HTTP', values: byDriver, unit: '/s' },
    ]
  }

  /** A B A B in one run, so that other load affects both alike. */
  async besideSelect1(requests: Buffer[], concurrencies: number[]): Promise<Figure[]> {
    const figures: Figure[] = []
    for (const concurrency of concurrencies) {
      const { milliseconds, runs } = this.#effort
      const select: DriverLoad = {
        kind: 'select-1',
        connection: this.#login(),
        clients: concurrency,
        milliseconds,
      }
      // A freshly started server: the JIT compiles hot code for some seconds.
      await this.http.warmUp({ requests, clients: concurrency, milliseconds: 5_000 })
      const warmUp: DriverLoad = { ...select, milliseconds: 1_000 }
      await this.#jobs.driver.run(warmUp)
      const own = nothingMeasured()
      const driver: number[] = []
      for (let run = 0; run < runs; run += 1) {
        await this.http.once({ requests, clients: concurrency, milliseconds }, own)
        driver.push((await this.#jobs.driver.run<LoadResult>(select)).perSecond)
      }
      const withClients = `${concurrency} clients`
      figures.push(
        {
          name: `list, ${withClients}`,
          values: own.perSecond,
          unit: '/s',
          against: { name: '`select 1` by the driver', value: median(driver) },
          goal: { of: 'ratio', atLeast: 0.5 },
        },
        { name: `CPU a request, server, ${withClients}`, values: own.server, unit: 'ms', decimals: 3 },
        { name: `CPU a request, database, ${withClients}`, values: own.database, unit: 'ms', decimals: 3 },
      )
      if (concurrency !== clients) continue
      figures.push(
        { name: 'list, 8 clients', values: own.perSecond, unit: '/s', against: { name: zabbix, value: 71 } },
        {
          name: 'list, 8 clients, p50',
          values: own.p50,
          unit: 'ms',
          decimals: 2,
          against: { name: zabbix, value: 22 },
        },
        {
          name: 'list, 8 clients, p99',
          values: own.p99,
          unit: 'ms',
          decimals: 2,
          goal: { of: 'value', atMost: 15 },
        },
      )
    }
    return figures
  }

  /** Signs in as the server's own pool does. */
  #login() {
    const password = this.#server.secrets.derive('database login').toString('base64url')
    return { ...this.#server.admin, user: rolesOf('netward').login, password }
  }
}
