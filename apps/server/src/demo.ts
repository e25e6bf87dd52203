import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MetricBatch } from '@netward/contract/metric-batch'
import pg from 'pg'
import { PastFollower } from './modules/alarms/index.ts'
import { generatePassword } from './modules/identity/index.ts'
import { writeMetrics } from './modules/metrics/index.ts'
import { type ReceivedLine, writeSyslog } from './modules/syslog/index.ts'
import type { Config } from './platform/config/config.ts'
import type { Server } from './server.ts'

const program = fileURLToPath(new URL('../../../packages/testkit/src/demo/main.ts', import.meta.url))

interface PastMessages {
  readonly syslog: readonly ReceivedLine[]
}

/** Asks for what people did in the past, which a seed of the testkit makes up. */
interface PastSeed {
  readonly seed: 'orders' | 'tokens'
}

/** The history of alarms begins so many days before the demo. */
const alarmDays = 7

export interface Demo {
  /** Of the operator and of everyone in the demo. */
  readonly password: string
  readonly greeting: string
  start(server: Server, admin: pg.ClientConfig): { stop(): Promise<void> }
}

/**
 * `npm start -- --demo`: a living network in a separate process, which uses only the server's API and ACS.
 * Its password is generated at the first start and stored in the demo's data directory.
 */
export function prepareDemo(config: Config): Demo {
  const password = config.adminPassword ?? storedPassword(join(config.dataDir, 'demo-password'))
  return {
    password,
    greeting: [
      `  Demo      everybody's password is ${password}`,
      '            admin: the platform · admin@beichen: an MSP · admin@yuelai, admin@qinghe: its customers',
      '            engineer@yuelai: an engineer. Connections to loopback are allowed: the gateways are there,',
      '            each with a shell that a terminal opens at once.',
      `            Codes and mails are not sent: this machine reads them at ${config.publicUrl}/api/v1/outbox\n`,
    ].join('\n'),
    start(server, admin) {
      const child = fork(
        program,
        [
          server.consoleUrl ?? '',
          server.acsUrl ?? '',
          join(config.dataDir, 'demo.json'),
          String(config.syslogPort ?? ''),
        ],
        {
          env: { ...process.env, NETWARD_DEMO_PASSWORD: password },
        },
      )
      // Values and messages of the past: the demo is their collector, and waits for each batch to be stored.
      const { scopes } = server.app
      const follower = new PastFollower(scopes)
      const keep = async (batch: MetricBatch) => {
        const { repeated } = await writeMetrics(scopes, batch)
        // A batch that was cut off comes again as a repeat: its alarms would come twice.
        if (!repeated) await follower.follow(batch.polls, Date.now() - alarmDays * 86_400_000)
      }
      child.on('message', (past: MetricBatch | PastMessages | PastSeed) => {
        const answer = (problem: string | null) => child.connected && child.send({ problem })
        const stored = () => {
          if ('seed' in past) return keepPast(admin, config.dataDir, past.seed)
          return 'syslog' in past ? writeSyslog(scopes, past.syslog) : keep(past)
        }
        void stored().then(
          () => answer(null),
          (error: unknown) => answer(String(error)),
        )
      })
      return {
        async stop() {
          if (child.exitCode !== null || child.signalCode !== null) return
          const gone = once(child, 'exit')
          child.kill('SIGTERM')
          await gone
        },
      }
    },
  }
}

const seeds = {
  orders: async () => (await import('@netward/testkit/seed/past-orders')).seedPastOrders,
  tokens: async () => (await import('@netward/testkit/seed/past-tokens')).seedPastTokens,
} as const

/** No API makes a past: seeds write tables, as the owner of the database. */
async function keepPast(admin: pg.ClientConfig, dataDir: string, name: PastSeed['seed']): Promise<void> {
  const seed = await seeds[name]()
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await seed(client, dataDir, Date.now())
  } finally {
    await client.end()
  }
}

function storedPassword(file: string): string {
  try {
    writeFileSync(file, generatePassword(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
