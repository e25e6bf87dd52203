import { administratorPassword, makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient } from '../apps/server/test/server-process.ts'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { agentPort, startSubnet, subnet } from './harness/subnet.ts'

const agents = 200
const code = 'bench-shops'
const longestMs = 600_000

/** A job over a /22 in which 200 devices answer, from its start to its end, at the default rate and at a higher one. */
export async function discovery({ quick }: Options): Promise<Section[]> {
  if (process.getuid?.() !== 0)
    return [
      {
        title: 'Discovery',
        figures: [],
        notes: ['Not measured: a network namespace for the devices needs root.'],
      },
    ]
  const stopSubnet = await startSubnet(agents)
  const server = new BenchServer()
  try {
    await server.start({ NETWARD_DEVICE_RANGES: `${subnet}=${code}` })
    const { userName } = await makeAdministrator(server.consoleUrl, code)
    const person = await ApiClient.signIn(server.consoleUrl, userName, administratorPassword)
    await person.call('POST /monitor/api/v1/snmp/credential', {
      name: 'read-only',
      version: 'v2c',
      community: 'public',
    })
    const figures = []
    for (const rate of quick ? [50] : [50, 200]) {
      const { seconds, found } = await run(person, rate)
      if (found !== agents) throw new Error(`${found} of ${agents} devices were found`)
      figures.push({
        name: `a /22 with ${agents} devices, ${rate} packets a second`,
        values: [seconds],
        unit: 's',
        decimals: 1,
        ...(rate === 50 ? { goal: { of: 'value', atMost: 180 } as const } : {}),
      })
    }
    return [
      { title: 'Discovery: from start to end of a job', figures, notes: ['Each device is identified.'] },
    ]
  } finally {
    await server.remove()
    stopSubnet()
  }
}

async function run(person: ApiClient, rate: number): Promise<{ seconds: number; found: number }> {
  const { data: job } = await person.call('POST /monitor/api/v1/discovery/job', {
    name: `At ${rate}`,
    ranges: [subnet],
    neighbours: false,
    port: agentPort,
    rate,
  })
  const began = performance.now()
  await person.call('POST /monitor/api/v1/discovery/job/:jobId/move', { jobId: job.id, move: 'start' })
  while (performance.now() - began < longestMs) {
    const { data } = await person.call('GET /monitor/api/v1/discovery/job/:jobId', { jobId: job.id })
    if (data.state === 'done') {
      const seconds = (performance.now() - began) / 1000
      const finds = await person.call('POST /monitor/api/v1/discovery/find/summary', { jobId: job.id })
      return { seconds, found: finds.data.types.find(({ value }) => value === 'switch')?.count ?? 0 }
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  throw new Error('the job did not end')
}
