import { HttpConnection, jsonRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures } from './harness/measure-http.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { seedPeople } from './seed-people.ts'

const clients = 8
/** Milliseconds that the slowest of a hundred may take. */
const goal = 30

/** What the administration side asks most, and what everybody asks at sign-in. */
const questions: { what: string; as: 'platform' | 'msp' | 'company'; path: string; body: object }[] = [
  ...(['platform', 'msp'] as const).flatMap((as) => [
    { what: 'tenant list', as, path: '/api/v1/auth/tenant/lists', body: {} },
    { what: 'tenant list, page 100', as, path: '/api/v1/auth/tenant/lists', body: { page: 40 } },
    { what: 'tenant search, few match', as, path: '/api/v1/auth/tenant/lists', body: { search: '4321' } },
    { what: 'tenant search, all match', as, path: '/api/v1/auth/tenant/lists', body: { search: 'seed' } },
    { what: 'switcher', as, path: '/api/v1/auth/company/tenant/all', body: { search: '' } },
    { what: 'switcher, search', as, path: '/api/v1/auth/company/tenant/all', body: { search: '4321' } },
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

const atSignIn = [
  { path: '/api/v1/auth/frontend/menu/code/lists', body: { appCode: 'DMS_SERVER' } },
  { path: '/api/v1/auth/org/struct/check/identity', body: {} },
]

/** Lists, searches and the switcher of the administration side, and the permissions at sign-in, at two sizes. */
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
    const seeded = await seedPeople(server.admin, size)
    await server.stop()
    await server.start()
    const headers = {
      platform: await server.signInAsOperator(),
      msp: await server.administratorOf(seeded.largeMsp),
      company: await server.administratorOf(seeded.company),
    }
    const measure = new HttpMeasure(server, http, effort(options))
    const figures: Figure[] = []
    for (const { what, as, path, body } of questions) {
      const request = jsonRequest(path, headers[as], body)
      await check(server, request)
      figures.push(...latencyFigures(`${as}: ${what}`, await measure.latencies([request], clients), goal))
    }
    const signIn = atSignIn.map(({ path, body }) => jsonRequest(path, headers.company, body))
    for (const request of signIn) await check(server, request)
    figures.push(...latencyFigures('permissions at sign-in', await measure.latencies(signIn, clients), goal))
    const title = `Administration: ${size.companies} companies, ${size.members} members, ${clients} clients`
    return { title, figures }
  } finally {
    http.close()
    await server.remove()
  }
}

/** The benchmark of a wrong answer would be worth nothing. */
async function check(server: BenchServer, request: Buffer): Promise<void> {
  const connection = await HttpConnection.open('127.0.0.1', server.port)
  const { status, body } = await connection.request(request)
  connection.close()
  if (status !== 200) throw new Error(`answered ${status}: ${body.toString().slice(0, 200)}`)
}
