import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import { credentialContext } from './callers.ts'
import { requestConnection } from './connection-request.ts'

export interface JobDeps {
  readonly config: AcsConfig
  readonly secrets: Secrets
}

interface Target {
  url: string
  username: string | null
  password: Buffer | null
  pending_password: Buffer | null
  last_address: string | null
}

/** `device.connect` {deviceId}: asks a gateway to call in. What comes of it is the Inform, not the job. */
export function cwmpJobs({ config, secrets }: JobDeps): Record<string, JobHandler> {
  return {
    'device.connect': async ({ companyId, deviceId }, { scopes, log, signal }) => {
      const [target] = await scopes.narrow<Target & Record<string, unknown>>(
        'select * from connection_target($1, $2)',
        [companyId, deviceId],
      )
      if (target === undefined) return
      const context = credentialContext(String(deviceId))
      const passwords = [target.password, target.pending_password]
        .filter((sealed) => sealed !== null)
        .map((sealed) => secrets.open(sealed, context).toString('utf8'))
      const outcome = await requestConnection({
        url: target.url,
        username: target.username ?? '',
        passwords,
        destination: { lastAddress: target.last_address, ranges: config.deviceRanges },
        signal,
      })
      if (outcome !== 'accepted') {
        await scopes.narrow('select acs_note($1, $2, $3)', [
          deviceId,
          'connection_request.failed',
          JSON.stringify({ because: outcome }),
        ])
        log.debug({ deviceId, outcome }, 'a connection request was not accepted')
      }
    },
  }
}

const sweptAtOnce = 5_000

/** Sweeps in portions, until one is not full. */
function untilFew(statement: string): Sweep['run'] {
  return async ({ scopes, signal }) => {
    while (!signal.aborted) {
      const [row] = await scopes.narrow<{ count: number }>(statement, [sweptAtOnce])
      if ((row?.count ?? 0) < sweptAtOnce) return
    }
  }
}

/** What runs by the clock. Each reads only what is due. */
export function cwmpSweeps(): Sweep[] {
  return [
    { name: 'presence.sweep', everySeconds: 10, run: untilFew('select presence_sweep($1) as count') },
    { name: 'command.expire', everySeconds: 30, run: untilFew('select command_expire($1) as count') },
    {
      name: 'pool.prune',
      everySeconds: 300,
      run: async ({ scopes }) => void (await scopes.narrow('select pool_prune()')),
    },
  ]
}
