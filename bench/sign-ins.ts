import type { HashLoad } from './harness/hash-load.ts'
import { jsonRequest, rawRequest } from './harness/http-connection.ts'
import type { HttpLoad, LoadResult } from './harness/http-load.ts'
import { JobProcess } from './harness/job-process.ts'
import { effort, type Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median, quantile } from './harness/statistics.ts'
import { seedDevices } from './seed-devices.ts'

const clients = 4
const listClients = 8

/** Sign-ins at full rate, compared with what half the cores can hash, and their effect on the list. */
export async function signIns(options: Options): Promise<Section[]> {
  const { runs, milliseconds } = effort(options)
  const server = new BenchServer()
  const people = new JobProcess('./http-load.ts')
  const watcher = new JobProcess('./http-load.ts')
  const hashing = new JobProcess('./hash-load.ts')
  try {
    await server.start()
    const { company } = await seedDevices(server.admin, { companies: 100, devices: 20_000 })
    const headers = await server.administratorOf(company)
    const signIn = (await server.createMembers(company, clients * 4)).map((credentials) =>
      rawRequest(
        'POST',
        '/api/v1/auth/login',
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(credentials).toString(),
      ),
    )
    const page = jsonRequest('/api/v1/device/lists', headers, { page: 1, pageSize: 50, sort: 'name' })
    const of = (
      requests: readonly Buffer[],
      concurrency: number,
      duration: number,
      rate?: number,
    ): HttpLoad => ({
      kind: 'http',
      host: '127.0.0.1',
      port: server.port,
      requests: requests.map((request) => request.toString('base64')),
      clients: concurrency,
      milliseconds: duration,
      ...(rate === undefined ? {} : { rate }),
    })
    const hash = (): Promise<{ perSecond: number }> => {
      const job: HashLoad = { kind: 'hash', milliseconds }
      return hashing.run(job)
    }

    await watcher.run<LoadResult>(of([page], listClients, 2_000))
    const most = await watcher.run<LoadResult>(of([page], listClients, 2_000))
    const listLoad = of([page], listClients, milliseconds, most.perSecond / 5)
    await people.run<LoadResult>(of(signIn, clients, 1_000))
    await hash()

    const rates: number[] = []
    const hashes: number[] = []
    const idle: number[] = []
    const busy: number[] = []
    for (let run = 0; run < runs; run += 1) {
      hashes.push((await hash()).perSecond)
      rates.push(all200(await people.run<LoadResult>(of(signIn, clients, milliseconds))).perSecond)
      idle.push(quantile(all200(await watcher.run<LoadResult>(listLoad)).latencies, 0.99))
      const [, list] = await Promise.all([
        people.run<LoadResult>(of(signIn, clients, milliseconds)),
        watcher.run<LoadResult>(listLoad),
      ])
      busy.push(quantile(all200(list).latencies, 0.99))
    }
    return [
      {
        title: 'Sign-ins',
        figures: [
          {
            name: `sign-ins, ${clients} clients`,
            values: rates,
            unit: '/s',
            decimals: 1,
            against: { name: 'argon2id on half the cores', value: median(hashes) },
            goal: { of: 'ratio', atLeast: 0.9 },
          },
          {
            name: `list at 20 % load (${Math.round(most.perSecond / 5)}/s), p99 during sign-ins`,
            values: busy,
            unit: 'ms',
            decimals: 1,
            against: { name: 'without sign-ins', value: median(idle) },
            goal: { of: 'ratio', atMost: 3 },
          },
        ],
      },
    ]
  } finally {
    people.close()
    watcher.close()
    hashing.close()
    await server.remove()
  }
}

function all200(result: LoadResult): LoadResult {
  if (result.refused > 0) throw new Error(`${result.refused} of ${result.count} requests were refused`)
  return result
}
