import type { Scopes } from '../../platform/db/scope.ts'
import { type JobHandler, RetryLater, type Sweep } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import { credentialContext } from './callers.ts'
import { requestConnection } from './connection-request.ts'
import { jobsRepo } from './jobs.repo.ts'

export interface JobDeps {
  readonly config: AcsConfig
  readonly secrets: Secrets
}

/**
 * `device.connect` {deviceId, untilProved?}: asks a gateway to call in. What comes of it is the Inform, not the job.
 * `untilProved`: to prove credentials that it was given, so nothing is asked once it has.
 */
export function cwmpJobs({ config, secrets }: JobDeps): Record<string, JobHandler> {
  return {
    'device.connect': async ({ companyId, deviceId, untilProved }, { scopes, log, signal }) => {
      const target = await jobsRepo.findConnectionTarget(scopes, companyId, String(deviceId))
      if (target === undefined) return
      if (untilProved === true && target.pending_password === null) return
      const context = credentialContext(String(deviceId))
      const passwords = [target.password, target.pending_password]
        .filter((sealed) => sealed !== null)
        .map((sealed) => secrets.open(sealed, context).toString('utf8'))
      const outcome = await requestConnection({
        url: target.url,
        username: target.username ?? '',
        passwords,
        destination: {
          lastAddress: target.last_address,
          ranges: config.deviceRanges,
          companyCode: target.company_code,
        },
        signal,
      })
      // Often it is still in the session that gave it the credentials.
      if (untilProved === true && outcome === 'busy') throw new RetryLater('the gateway is busy')
      if (outcome !== 'accepted') {
        await jobsRepo.insertNote(scopes, String(deviceId), 'connection_request.failed', { because: outcome })
        log.debug({ deviceId, outcome }, 'a connection request was not accepted')
      }
    },
  }
}

const sweptAtOnce = 5_000

/** Sweeps in portions, until one is not full. */
function untilFew(portion: (scopes: Scopes, most: number) => Promise<number>): Sweep['run'] {
  return async ({ scopes, signal }) => {
    while (!signal.aborted) {
      if ((await portion(scopes, sweptAtOnce)) < sweptAtOnce) return
    }
  }
}

/** What runs by the clock. Each reads only what is due. */
export function cwmpSweeps(): Sweep[] {
  return [
    {
      name: 'presence.sweep',
      everySeconds: 10,
      run: untilFew((scopes, most) => jobsRepo.sweepPresence(scopes, most)),
    },
    {
      name: 'command.expire',
      everySeconds: 30,
      run: untilFew((scopes, most) => jobsRepo.expireCommands(scopes, most)),
    },
    { name: 'pool.prune', everySeconds: 300, run: ({ scopes }) => jobsRepo.prunePool(scopes) },
  ]
}
