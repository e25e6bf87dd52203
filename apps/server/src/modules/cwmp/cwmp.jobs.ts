import type { Scopes } from '../../platform/db/scope.ts'
import { type JobHandler, RetryLater, type Sweep } from '../../platform/jobs/job.ts'
import type { ConnectionOutcome } from './connection-request.ts'
import { jobsRepo } from './jobs.repo.ts'
import { askGateway, type JobDeps } from './ask-gateway.ts'
import { presenceCheck } from './presence-check.ts'

/**
 * `device.connect` {deviceId, untilProved?, ifWaiting?}: asks a gateway to call in, over HTTP where it is
 * reachable, else over UDP where it listens. The Inform is the outcome, not the job. Concurrent requests
 * join: a gateway is never asked twice at once.
 * `untilProved`: to prove new credentials, so it stops once they are proved. `ifWaiting`: commands still wait
 * after a request that others joined, or that found the gateway in a session.
 */
export function cwmpJobs(deps: JobDeps): Record<string, JobHandler> {
  return {
    'device.connect': async (payload, tools) => {
      const { companyId } = payload
      const { scopes } = tools
      const deviceId = String(payload['deviceId'])
      const untilProved = payload['untilProved'] === true
      const ifWaiting = payload['ifWaiting'] === true
      const target = await jobsRepo.findConnectionTarget(scopes, companyId, deviceId)
      if (target === undefined) return
      if (untilProved && target.pending_password === null) return
      if (ifWaiting && !(await jobsRepo.hasWaiting(scopes, companyId, deviceId))) return
      if (!(await jobsRepo.beginConnectionRequest(scopes, companyId, deviceId))) {
        // The proof of credentials follows the current session.
        if (untilProved) throw new RetryLater('the gateway is being asked')
        return
      }
      let again = false
      try {
        const outcome = await askGateway(deps, deviceId, target, tools)
        // Often it is still in the session that set the credentials.
        if (untilProved && outcome === 'busy') throw new RetryLater('the gateway is busy')
        again = outcome === 'busy' && !ifWaiting && (await jobsRepo.hasWaiting(scopes, companyId, deviceId))
        if (outcome === 'accepted' || again) return
        // Behind a NAT, where the gateway keeps a binding for it.
        const overUdp = target.udp && !answered.has(outcome)
        if (!overUdp || !(await jobsRepo.insertUdpRequest(scopes, companyId, deviceId))) {
          await jobsRepo.insertNote(scopes, deviceId, 'connection_request.failed', { because: outcome })
          if (outcome === 'no_answer') await jobsRepo.updateUnanswered(scopes, deviceId)
          tools.log.debug({ deviceId, outcome }, 'a connection request was not accepted')
        }
      } finally {
        await jobsRepo.endConnectionRequest(scopes, companyId, deviceId, again)
      }
    },
  }
}

/** It was reached, and refused. */
const answered = new Set<ConnectionOutcome>(['busy', 'unauthorised'])

const sweepBatch = 5_000

/** Sweeps in portions, until one is not full. */
function untilFew(portion: (scopes: Scopes, most: number) => Promise<number>): Sweep['run'] {
  return async ({ scopes, signal }) => {
    while (!signal.aborted) {
      if ((await portion(scopes, sweepBatch)) < sweepBatch) return
    }
  }
}

/** Sweeps of the ACS. Each reads only what is due. */
export function cwmpSweeps(deps: JobDeps): Sweep[] {
  return [
    presenceCheck(deps),
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
