import { HttpConnection, jsonRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures, type Measured } from './harness/measure-http.ts'
import { effort, type Effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median } from './harness/statistics.ts'
import { seedPeople } from './seed-people.ts'

const clients = 8
/** Requests per second: far beyond what the administrators of ten thousand tenants send. */
const rate = 50
/** Milliseconds for the slowest of a hundred. */
const goal = 30
/** Shorter than for other figures: some twenty queries, each in three variants, at two sizes. */
const manyQuestions: Effort = { runs: 3, milliseconds: 1_500 }

/** The most frequent administration queries, and those of every sign-in. */
const questions: { what: string; as: 'platform' | 'msp' | 'company'; path: string; body: object }[] = [
  ...(['platform', 'msp'] as const).flatMap((as) => [
    { what: 'tenant list', as, path: '/api/v1/auth/tenant/lists', body: {} },
    { what: 'tenant list, page 40', as, path: '/api/v1/auth/tenant/lists', body: { page: 40 } },
    { what: 'tenant search, few match', as, path: '/api/v1/auth/tenant/lists', body: { search: '4321' } },
    { what: 'tenant search, all match', as, path: '/api/v1/auth/tenant/lists', body: { search: 'seed' } },
    {
      what: 'tenants narrowed to trials',
      as,
      path: '/api/v1/auth/tenant/lists',
      body: { standing: 'trial' },
    },
    { what: 'switcher', as, path: '/api/v1/auth/acting/tenants', body: {} },
    { what: 'switcher, search', as, path: '/api/v1/auth/acting/tenants', body: { search: '4321' } },
    { what: 'all tenants', as, path: '/api/v1/auth/company/tenant/all', body: {} },
  ]),
  { what: 'member list', as: 'company', path: '/api/v1/auth/member/lists', body: {} },
  {
    what: 'member search, few match',
    as: 'company',
    path: '/api/v1/auth/member/lists',
    body: { search: 'a1b' },
  },
  {
    what: 'member search, many match',
    as: 'company',
    path: '/api/v1/auth/member/lists',
    body: { search: '王' },
  },
]

/** Queries of every sign-in, in turn. */
const atSignIn = [
  { path: '/api/v1/auth/frontend/menu/code/lists', body: { appCode: 'DMS_SERVER' } },
  { path: '/api/v1/auth/org/struct/check/identity', body: {} },
]

/**
 * Lists, searches and the switcher of the administration side, and the permissions at sign-in, at two sizes.
 */
export async function administration(options: Options): Promise<Section[]> {
  const sizes = options.quick
    ? [{ companies: 2_000, members: 20_000 }]
    : [
        { companies: 10_000, members: 200_000 },
        { companies: 100_000, members: 2_000_000 },
      ]
  const sections: Section[] = []
  for (const size of sizes) sections.push(await atSize(size, options))
  return sections
}

async function atSize(size: { companies: number; members: number }, options: Options): Promise<Section> {
  const server = new BenchServer()
  const http = new JobProcess('./http-load.ts')
  try {
    await server.start()
    const began = performance.now()
    const seeded = await seedPeople(server.admin, size)
    const seeding = (performance.now() - began) / 1000
    await server.stop()
    await server.start()
    const headers = {
      platform: await server.signInAsOperator(),
      msp: await server.administratorOf(seeded.largeMsp),
      company: await server.administratorOf(seeded.company),
    }
    const asked = questions.map(({ what, as, path, body }) => ({
      name: `${as}: ${what}`,
      requests: [jsonRequest(path, headers[as], body)],
    }))
    asked.push({
      name: 'company: at sign-in',
      requests: atSignIn.map(({ path, body }) => jsonRequest(path, headers.company, body)),
    })
    const measure = new HttpMeasure(server, http, options.quick ? effort(options) : manyQuestions)
    const measured = []
    for (const { name, requests } of asked) {
      for (const request of requests) await check(server, request)
      measured.push({
        name,
        alone: await measure.latencies(requests, 1),
        several: await measure.latencies(requests, clients),
        steady: await measure.latenciesAt(rate, requests, clients),
      })
    }
    return {
      title: `Administration: ${size.companies} companies, ${size.members} members, p99 of ${goal} ms`,
      figures: [
        { name: 'seeding', values: [seeding], unit: 's' },
        ...measured.flatMap(({ name, alone, several, steady }) => [
          ...latencyFigures(`${name}, 1 client`, alone, goal).slice(0, 2),
          ...latencyFigures(`${name}, ${clients} clients`, several, goal),
          ...latencyFigures(`${name}, ${rate} a second`, steady, goal).slice(0, 2),
          cpuFigure(name, alone),
        ]),
      ],
      notes: [
        met(
          measured.map(({ steady }) => steady),
          `${rate} requests a second`,
        ),
        met(
          measured.map(({ several }) => several),
          `${clients} clients without pause`,
        ),
      ],
    }
  } finally {
    http.close()
    await server.remove()
  }
}

function cpuFigure(name: string, { server, database }: Measured): Figure {
  const values = server.map((milliseconds, run) => milliseconds + (database[run] ?? 0))
  return { name: `${name}, CPU a request`, values, unit: 'ms', decimals: 1 }
}

function met(measured: readonly Measured[], under: string): string {
  const good = measured.filter(({ p99 }) => median(p99) <= goal)
  return `${good.length} of ${measured.length} questions are answered in ${goal} ms (p99) under ${under}.`
}

/** A benchmark of a wrong answer is worthless. */
async function check(server: BenchServer, request: Buffer): Promise<void> {
  const connection = await HttpConnection.open('127.0.0.1', server.port)
  const { status, body } = await connection.request(request)
  connection.close()
  if (status !== 200) throw new Error(`answered ${status}: ${body.toString().slice(0, 200)}`)
}
