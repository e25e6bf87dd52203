import type { LoadResult } from '@netward/testkit'
import type { InformLoad } from './harness/inform-load.ts'
import { JobProcess } from './harness/job-process.ts'
import { effort, type Options } from './harness/options.ts'
import { cpuBetween, cpuTimes } from './harness/process-cpu.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median } from './harness/statistics.ts'
import { gatewaysWithCounters, seedGateways, type SeededGateways, storedParameters } from './seed-gateways.ts'

const connections = 64
const genieacs = 'recorded reference: GenieACS, one worker, 2 cores'
const referencePerSecond = 527
const referenceMilliseconds = 1.7

interface Case {
  readonly name: string
  readonly server: BenchServer
  readonly url: string
  readonly digest: boolean
  /** Gateways of this case are numbered from `first`. */
  readonly first: number
  readonly gateways: number
  readonly perSecond: number[]
  readonly serverCpu: number[]
  readonly databaseCpu: number[]
  readonly p99: number[]
  /** Counters that grow with each Inform, and are stored. */
  readonly growing?: number
  /** Boot, as after a power cut. */
  readonly starting?: true
}

/** Periodic Inform sessions of few and of many known gateways, alternating between two servers. */
export async function informs(options: Options): Promise<Section[]> {
  const sizes = options.quick ? [1_000, 5_000] : [1_000, 100_000]
  const servers: BenchServer[] = []
  const load = new JobProcess('./inform-load.ts')
  try {
    const cases: Case[] = []
    for (const size of sizes) {
      const server = new BenchServer()
      servers.push(server)
      await server.start()
      cases.push(...casesOf(server, size, await seedGateways(server.admin, server.secrets, size)))
    }
    const { runs, milliseconds } = effort(options)
    for (const one of cases) await run(load, one, 0, 1_000, false)
    for (let turn = 1; turn <= runs; turn += 1) {
      for (const one of cases) await run(load, one, turn, milliseconds, true)
    }
    return [{ title: 'Periodic Inform sessions', figures: figuresOf(cases), notes }]
  } finally {
    load.close()
    for (const server of servers) await server.remove()
  }
}

const notes = [
  `${connections} connections that stay open; a session is Inform, InformResponse, empty POST, 204.`,
  'Without authentication: the enrolment URL of gateways that cannot hold credentials. With Digest: credentials of each',
  'gateway of its own, both requests authorised, no request lost to a challenge but the first of a connection.',
  'A gateway that starts (1 BOOT) has that, and what it tells anew, written down before it is answered.',
]

function casesOf(server: BenchServer, size: number, { enrolmentPath, half }: SeededGateways): Case[] {
  const shared = { server, gateways: half }
  const results = () => ({ perSecond: [], serverCpu: [], databaseCpu: [], p99: [] })
  const url = server.acsUrl
  const of = `${size} gateways`
  return [
    {
      ...shared,
      ...results(),
      name: `${of}, no authentication`,
      url: url + enrolmentPath,
      digest: false,
      first: half + 1,
    },
    { ...shared, ...results(), name: `${of}, Digest`, url: `${url}/`, digest: true, first: 1 },
    {
      ...shared,
      ...results(),
      name: `${of}, ${storedParameters} parameters stored`,
      url: url + enrolmentPath,
      digest: false,
      first: half + 1,
      // Only the first ones have rows: a million parameters is not what is measured.
      gateways: Math.min(half, gatewaysWithCounters),
      growing: storedParameters,
    },
    {
      ...shared,
      ...results(),
      name: `${of}, Digest, each starts`,
      url: `${url}/`,
      digest: true,
      first: 1,
      starting: true,
    },
  ]
}

async function run(
  load: JobProcess,
  one: Case,
  turn: number,
  milliseconds: number,
  counts: boolean,
): Promise<void> {
  // Each turn starts with different gateways, so that all are covered.
  const share = Math.max(500, Math.floor(one.gateways / 6))
  const job: InformLoad = {
    kind: 'informs',
    url: one.url,
    digest: one.digest,
    first: one.first + ((turn * share) % one.gateways),
    devices: Math.min(share, one.gateways),
    connections,
    milliseconds,
    ...(one.growing === undefined ? {} : { growing: one.growing }),
    ...(one.starting ? { starting: true } : {}),
  }
  const before = cpuTimes(one.server.pid)
  const result = await load.run<LoadResult>(job)
  const spent = cpuBetween(before, cpuTimes(one.server.pid))
  if (result.errors > 0) throw new Error(`${one.name}: ${JSON.stringify(result.causes)}`)
  if (!counts) return
  one.perSecond.push(result.sessionsPerSecond)
  one.serverCpu.push(spent.server / result.sessions)
  one.databaseCpu.push(spent.database / result.sessions)
  one.p99.push(result.latencyMs.p99)
}

function figuresOf(cases: readonly Case[]): Figure[] {
  const figures: Figure[] = []
  for (const { name, perSecond, serverCpu, databaseCpu, p99, starting } of cases) {
    const both = serverCpu.map((milliseconds, index) => milliseconds + (databaseCpu[index] ?? 0))
    figures.push(
      {
        name: `${name}: sessions`,
        values: perSecond,
        unit: '/s',
        ...(starting
          ? {}
          : { against: { name: genieacs, value: referencePerSecond }, goal: { of: 'ratio', atLeast: 3 } }),
      },
      {
        name: `${name}: CPU a session`,
        values: both,
        unit: 'ms',
        decimals: 2,
        ...(starting
          ? {}
          : {
              against: { name: genieacs, value: referenceMilliseconds },
              goal: { of: 'ratio', atMost: 0.34 },
            }),
      },
      { name: `${name}: of it the server`, values: serverCpu, unit: 'ms', decimals: 2 },
      { name: `${name}: of it the database`, values: databaseCpu, unit: 'ms', decimals: 2 },
      { name: `${name}: p99 of a session`, values: p99, unit: 'ms', decimals: 1 },
    )
  }
  const [small, smallDigest, , , large, largeDigest] = cases
  for (const [few, many] of [
    [small, large],
    [smallDigest, largeDigest],
  ] as const) {
    if (!few || !many) continue
    figures.push({
      name: `${many.name}: sessions`,
      values: many.perSecond,
      unit: '/s',
      against: { name: few.name, value: median(few.perSecond) },
      goal: { of: 'ratio', atLeast: 0.9 },
    })
  }
  return figures
}
