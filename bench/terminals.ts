import type { EchoDevice } from './harness/echo-device.ts'
import { JobProcess } from './harness/job-process.ts'
import { effort, type Options } from './harness/options.ts'
import { cpuBetween, cpuTimes, residentMegabytes } from './harness/process-cpu.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median, quantile } from './harness/statistics.ts'
import type { DirectTerminals, ThroughTerminals, TypeLoad } from './harness/terminal-load.ts'
import { seedTerminalDevices, seedTerminalPeople } from './seed-terminals.ts'

const terminals = 500
/** The limit per person. */
const ofOnePerson = 20
const credentials = { username: 'root', password: 'bench-terminal' }

/**
 * One keystroke per second in each of many terminals: echo latency, compared with a direct connection to the
 * device.
 */
export async function terminalEchoes(options: Options): Promise<Section[]> {
  const { runs, milliseconds } = effort(options)
  const server = new BenchServer()
  const device = new JobProcess('./echo-device.ts')
  const straight = new JobProcess('./terminal-load.ts')
  const through = new JobProcess('./terminal-load.ts')
  try {
    await server.start({ NETWARD_DEVICE_RANGES: '127.0.0.0/8' })
    const { port } = await device.run<{ port: number }>({ kind: 'echo', ...credentials } satisfies EchoDevice)
    const operator = await server.signInAsOperator()
    const wanted = { name: 'Terminals', code: 'terminals', prefix: 'terminals', kind: 'company' }
    const { companyId } = await post<{ companyId: string }>(server, operator, 'auth/tenant', wanted)
    const deviceIds = await seedTerminalDevices(server.admin, companyId, terminals)
    const headers = await seedTerminalPeople(server.admin, companyId, Math.ceil(terminals / ofOnePerson))
    await post(server, headers[0]!, 'device/terminal/profiles', {
      name: 'bench',
      protocol: 'ssh',
      port,
      encoding: 'utf8',
      username: credentials.username,
      secret: { kind: 'password', password: credentials.password },
    })
    const before = residentMegabytes(server.pid)

    const beside: DirectTerminals = { kind: 'direct', count: terminals, port, ...credentials }
    await straight.run(beside)
    const stream = `${server.consoleUrl.replace('http', 'ws')}/api/v1/device/terminal/stream`
    for (const [person, header] of headers.entries()) {
      const theirs = deviceIds.slice(person * ofOnePerson, (person + 1) * ofOnePerson)
      const addresses = await Promise.all(
        theirs.map(async (deviceId) => {
          const { ticket } = await post<{ ticket: string }>(server, header, `device/${deviceId}/terminal`, {
            reason: 'benchmark',
          })
          return `${stream}?ticket=${ticket}`
        }),
      )
      const ours: ThroughTerminals = { kind: 'through', addresses }
      await through.run(ours)
    }
    const megabytesEach = (residentMegabytes(server.pid) - before) / terminals
    const load: TypeLoad = { kind: 'type', seconds: Math.max(3, Math.round(milliseconds / 500)) }
    await straight.run(load)
    await through.run(load)
    const rounds: Round[] = []
    for (let run = 0; run < runs; run += 1) {
      const own = await straight.run<Typed>(load)
      const began = { cpu: cpuTimes(server.pid), at: performance.now() }
      const ours = await through.run<Typed>(load)
      const spent = cpuBetween(began.cpu, cpuTimes(server.pid))
      const share = (taken: number) => (100 * taken) / (performance.now() - began.at)
      rounds.push({ own, ours, server: share(spent.server), database: share(spent.database) })
    }
    await straight.run({ kind: 'close' })
    await through.run({ kind: 'close' })
    return [section(rounds, load.seconds, megabytesEach)]
  } finally {
    device.close()
    straight.close()
    through.close()
    await server.remove()
  }
}

interface Typed {
  readonly latencies: number[]
  readonly missing: number
}

/** One after the other, so that other load affects both. */
interface Round {
  readonly own: Typed
  readonly ours: Typed
  /** Percent of one CPU meanwhile. */
  readonly server: number
  readonly database: number
}

function section(rounds: readonly Round[], seconds: number, megabytesEach: number): Section {
  const at = (share: number) => ({
    values: rounds.map(({ ours }) => quantile(ours.latencies, share)),
    unit: 'ms',
    decimals: 1,
    against: {
      name: 'straight on the device',
      value: median(rounds.map(({ own }) => quantile(own.latencies, share))),
    },
  })
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  return {
    title: `${terminals} terminals, one keystroke a second each, ${rounds.length} times ${seconds} s`,
    figures: [
      { name: 'echo, median', ...at(0.5) },
      { name: 'echo, p99', ...at(0.99) },
      {
        name: 'what the server adds, p99',
        values: rounds.map(({ own, ours }) => quantile(ours.latencies, 0.99) - quantile(own.latencies, 0.99)),
        unit: 'ms',
        decimals: 1,
        goal: { of: 'value', atMost: 30 },
      },
      { name: 'one processor, taken by the server', values: rounds.map(({ server }) => server), unit: '%' },
      {
        name: 'one processor, taken by its database',
        values: rounds.map(({ database }) => database),
        unit: '%',
      },
      { name: 'memory of the server, each terminal', values: [megabytesEach], unit: 'MB', decimals: 2 },
    ],
    notes: [
      `${sum(({ ours }) => ours.latencies.length)} keystrokes through the server; ${sum(({ ours }) => ours.missing)} without ` +
        `an echo, ${sum(({ own }) => own.missing)} on the device.`,
    ],
  }
}

async function post<Data>(
  server: BenchServer,
  headers: Record<string, string>,
  path: string,
  body: object,
): Promise<Data> {
  const response = await fetch(`${server.consoleUrl}/api/v1/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, message, data } = (await response.json()) as { code: unknown; message: string; data: Data }
  if (code !== 0) throw new Error(`${path} answered ${String(code)}: ${message}`)
  return data
}
