import type pg from 'pg'
import { otaSweeps } from '../../apps/server/src/modules/ota/index.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { rolesOf } from '../../apps/server/src/platform/db/roles.ts'
import { Scopes } from '../../apps/server/src/platform/db/scope.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { loadMasterKey } from '../../apps/server/src/platform/master-key.ts'
import { Secrets } from '../../apps/server/src/platform/secrets.ts'
import { serveJobs } from './job-process.ts'
import { residentMegabytes, timeOf } from './process-cpu.ts'

/** The worker's own sweep, on request, in a process whose memory and CPU are measured separately. */
export interface CampaignSteps {
  readonly kind: 'steps'
  readonly connection: pg.ClientConfig
  /** Of the installation, whose key seals what gateways are asked. */
  readonly dataDir: string
  readonly filesUrl: string
}

export interface StepsResult {
  readonly milliseconds: number
  /** Milliseconds of CPU: of this process, and of its connections' backends. */
  readonly worker: number
  readonly database: number
  readonly residentMegabytes: number
  /** Of its connections: what they have taken is not the server's. */
  readonly backends: readonly number[]
}

let run: (() => Promise<void>) | null = null
const backends = new Set<number>()

function begin({ connection, dataDir, filesUrl }: CampaignSteps): () => Promise<void> {
  const log = createLogger('silent')
  const pool = createPool(connection, log, 2)
  pool.on('connect', (client) => {
    const { processID } = client as typeof client & { processID?: number }
    if (processID !== undefined) backends.add(processID)
  })
  const [sweep] = otaSweeps({ secrets: new Secrets(loadMasterKey(null, dataDir)), filesUrl })
  const failed = (detail: { err: unknown }) => {
    throw detail.err
  }
  const tools = {
    scopes: new Scopes(pool, rolesOf('netward')),
    log: Object.assign(log, { error: failed }),
    signal: new AbortController().signal,
  }
  return () => sweep!.run(tools)
}

async function steps(job: CampaignSteps): Promise<StepsResult> {
  run ??= begin(job)
  const spent = () => ({
    worker: timeOf(process.pid),
    database: [...backends].reduce((sum, pid) => sum + timeOf(pid), 0),
  })
  const before = spent()
  const began = performance.now()
  await run()
  const milliseconds = performance.now() - began
  const after = spent()
  return {
    milliseconds,
    worker: after.worker - before.worker,
    database: after.database - before.database,
    residentMegabytes: residentMegabytes(process.pid),
    backends: [...backends],
  }
}

/** Megabytes of live heap. Needs `--expose-gc`. */
function heap(): Promise<number> {
  globalThis.gc?.()
  return Promise.resolve(process.memoryUsage().heapUsed / 1e6)
}

serveJobs({ steps, heap })
