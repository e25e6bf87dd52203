import type { LoadResult } from '@netward/testkit'
import type { InformLoad } from './harness/inform-load.ts'
import { JobProcess } from './harness/job-process.ts'
import type { Options } from './harness/options.ts'
import { cpuBetween, cpuTimes } from './harness/process-cpu.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { seedTemplate } from './seed-gateways.ts'

const connections = 64
const genieacs = 'recorded reference: GenieACS, 2 cores'
const reference = { sessions: 32, requests: 892, milliseconds: 18 }

/** Gateways on their first contact: enrolled, given credentials, read, and configured by a template. */
export async function provisioning({ quick }: Options): Promise<Section[]> {
  const server = new BenchServer()
  const load = new JobProcess('./inform-load.ts')
  const perSecond: number[] = []
  const requests: number[] = []
  const each: number[] = []
  const [serverCpu, databaseCpu, both]: [number[], number[], number[]] = [[], [], []]
  const [runs, gateways] = quick ? [2, 300] : [5, 1_000]
  try {
    await server.start({ NETWARD_ENROLMENT_PER_HOUR: '1000000', NETWARD_ENROLMENT_PER_DAY: '1000000' })
    const { enrolmentPath } = await seedTemplate(server.admin)
    for (let turn = 0; turn <= runs; turn += 1) {
      const job: InformLoad = {
        kind: 'informs',
        url: server.acsUrl + enrolmentPath,
        digest: false,
        // New gateways in each turn.
        first: 1 + turn * gateways,
        devices: gateways,
        sessions: gateways,
        connections,
        bootstrap: true,
      }
      const before = cpuTimes(server.pid)
      const result = await load.run<LoadResult>(job)
      const spent = cpuBetween(before, cpuTimes(server.pid))
      if (result.errors > 0) throw new Error(JSON.stringify(result.causes))
      const [{ n } = { n: 0 }] = await server.query<{ n: number }>(
        `select count(*)::int as n from provision_state where state = 'applied'`,
      )
      if (n < (turn + 1) * gateways) throw new Error(`${n} gateways are configured`)
      // The first turn is the warm-up.
      if (turn === 0) continue
      perSecond.push(result.sessionsPerSecond)
      requests.push(result.exchanges / (result.elapsedMs / 1000))
      each.push(result.exchanges / result.sessions)
      serverCpu.push(spent.server / result.sessions)
      databaseCpu.push(spent.database / result.sessions)
      both.push((spent.server + spent.database) / result.sessions)
    }
  } finally {
    load.close()
    await server.remove()
  }
  const against = (value: number) => ({ name: genieacs, value })
  const atLeast = { of: 'ratio', atLeast: 3 } as const
  return [
    {
      title: 'Sessions with provisioning',
      figures: [
        { name: 'HTTP exchanges a session', values: each, unit: '', decimals: 1 },
        {
          name: 'sessions',
          values: perSecond,
          unit: '/s',
          against: against(reference.sessions),
          goal: atLeast,
        },
        {
          name: 'HTTP requests',
          values: requests,
          unit: '/s',
          against: against(reference.requests),
          goal: atLeast,
        },
        {
          name: 'CPU a session',
          values: both,
          unit: 'ms',
          decimals: 2,
          against: against(reference.milliseconds),
          goal: { of: 'ratio', atMost: 0.34 },
        },
        {
          name: 'of it the server',
          values: serverCpu,
          unit: 'ms',
          decimals: 2,
          against: against(reference.milliseconds),
        },
        { name: 'of it the database', values: databaseCpu, unit: 'ms', decimals: 2 },
      ],
      notes: [
        `${connections} connections; new gateways come by the enrolment URL, are given credentials and read, and get 5`,
        'objects with 3 parameters each and 20 parameters more. The load generator has the same cores. The reference took 27',
        'exchanges a session: fewer requests a second are as many sessions.',
      ],
    },
  ]
}
