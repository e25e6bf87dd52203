import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  forkCollector,
  type CollectorStatistics,
  type FromCollector,
  type InventoryFact,
  type Target,
} from '@netward/collector'
import { timeOf } from './process-cpu.ts'
import { addressOf, agentPort } from './snmp-agents.ts'

export interface PollingOptions {
  readonly agents: number
  readonly interfaces: number
  /** Seconds. */
  readonly status: number
  readonly counters: number
  readonly seconds: number
}

export interface Polling {
  /** Of the collector's process, beside what it says of itself. */
  readonly cpuShare: number
  readonly varbinds: number
  readonly values: number
  readonly polls: number
  readonly seconds: number
  readonly latenessP95: number
  readonly latenessMax: number
  readonly megabytes: number
  /** Devices that brought no values in the time. */
  readonly late: number
}

/** Polls simulated agents as the server does, with plans of an inventory that was read before. */
export async function poll(options: PollingOptions): Promise<Polling> {
  const agents = await startAgents(options)
  const statistics: CollectorStatistics[] = []
  const inventories: InventoryFact[] = []
  const measured = new Map<string, number>()
  const collector = forkCollector({
    onMessage: (message) => take(message),
    onExit: () => {},
  })
  const take = (message: FromCollector) => {
    if (message.kind === 'statistics') statistics.push(message.statistics)
    if (message.kind === 'batch') {
      const { epoch, sequence, polls } = message.batch
      for (const { deviceId, values } of polls) {
        if (values.length > 2 * options.interfaces) measured.set(deviceId, (measured.get(deviceId) ?? 0) + 1)
      }
      collector.send({ kind: 'ack', of: 'batch', epoch, sequence })
    }
    if (message.kind === 'facts') {
      for (const fact of message.facts) if (fact.kind === 'inventory') inventories.push(fact)
      collector.send({ kind: 'ack', of: 'facts', epoch: message.epoch, sequence: message.sequence })
    }
  }
  try {
    collector.send({
      kind: 'start',
      settings: {
        collector: 'bench',
        ranges: ['127.0.0.0/8=bench'],
        ownAddresses: [],
        trapPort: null,
        intervals: { status: options.status, counters: options.counters },
      },
    })
    const credentials = [{ id: '1', version: 'v2c', community: 'public' }] as const
    const plan = (targets: Target[]) => collector.send({ kind: 'plan', full: true, credentials, targets })
    plan([target(1, null)])
    await until(() => inventories.length > 0)
    plan(Array.from({ length: options.agents }, (_, at) => target(at + 1, inventories[0] ?? null)))
    // The first interval meets each device once.
    await wait(1000 * options.status + 2000)
    measured.clear()
    const from = { at: performance.now(), cpu: timeOf(collector.process.pid ?? 0), seen: statistics.length }
    await wait(1000 * options.seconds)
    const seconds = (performance.now() - from.at) / 1000
    const cpuShare = (timeOf(collector.process.pid ?? 0) - from.cpu) / (10 * seconds)
    const whole = statistics.slice(from.seen)
    const sum = (key: 'varbinds' | 'values' | 'polls') => whole.reduce((total, one) => total + one[key], 0)
    const most = (key: 'latenessP95' | 'latenessMax' | 'rssBytes') =>
      Math.max(...whole.map((one) => one[key]))
    return {
      cpuShare,
      varbinds: sum('varbinds') / whole.length,
      values: sum('values') / whole.length,
      polls: sum('polls') / whole.length,
      seconds,
      latenessP95: most('latenessP95'),
      latenessMax: most('latenessMax'),
      megabytes: most('rssBytes') / 1e6,
      late: options.seconds > options.counters + 5 ? options.agents - measured.size : Number.NaN,
    }
  } finally {
    await collector.stop()
    agents.disconnect()
  }
}

async function startAgents({ agents, interfaces }: PollingOptions): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./snmp-agents.ts', import.meta.url)), [
    String(agents),
    String(interfaces),
  ])
  await once(child, 'message')
  return child
}

const target = (at: number, inventory: InventoryFact | null): Target => ({
  deviceId: String(at),
  companyCode: 'bench',
  driver: 'snmp',
  address: addressOf(at),
  port: agentPort,
  credentialIds: ['1'],
  credentialId: inventory === null ? null : '1',
  inventory: inventory === null ? null : { at: inventory.at, plan: inventory.reading.plan },
})

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(100)
}
