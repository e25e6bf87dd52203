import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { otaSweeps } from '../../apps/server/src/modules/ota/index.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { rolesOf } from '../../apps/server/src/platform/db/roles.ts'
import { Scopes } from '../../apps/server/src/platform/db/scope.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { Secrets } from '../../apps/server/src/platform/secrets.ts'
import { serveJobs } from './job-process.ts'

/** The worker's own sweep, as often as it is asked, in a process whose memory can be told from anything else's. */
export interface CampaignSteps {
  readonly kind: 'steps'
  readonly connection: pg.ClientConfig
}

export interface StepsResult {
  readonly milliseconds: number
  readonly residentBytes: number
}

let run: (() => Promise<void>) | null = null

async function steps({ connection }: CampaignSteps): Promise<StepsResult> {
  if (run === null) {
    const log = createLogger('silent')
    const scopes = new Scopes(createPool(connection, log, 2), rolesOf('netward'))
    // What is sealed is opened by nobody here.
    const secrets = new Secrets(randomBytes(32))
    const [sweep] = otaSweeps({ secrets, filesUrl: 'http://acs.example/' })
    const failed = (detail: { err: unknown }) => {
      throw detail.err
    }
    const tools = { scopes, log: Object.assign(log, { error: failed }), signal: new AbortController().signal }
    run = () => sweep!.run(tools)
  }
  const began = performance.now()
  await run()
  const milliseconds = performance.now() - began
  return { milliseconds, residentBytes: process.memoryUsage().rss }
}

serveJobs({ steps })
