import type { JobTools, Sweep } from '../../platform/jobs/job.ts'
import { addressAllowed } from '../../platform/outgoing.ts'
import { askGateway, type JobDeps } from './ask-gateway.ts'
import { type ConnectionTarget, jobsRepo } from './jobs.repo.ts'
import { answersPing } from './ping-gateway.ts'

/** Asked at the same time: most of those that are off take the whole time of a request. */
const batch = 200

/**
 * Asks gateways that missed an Inform at once whether they are there, by a connection request and a ping (operations.md §4):
 * after two failures one is offline, without waiting for further Informs. Not tasks of the queue, which a failed carrier would fill.
 */
export function presenceCheck(deps: JobDeps): Sweep {
  return {
    name: 'presence.check',
    everySeconds: 5,
    async run(tools) {
      for (;;) {
        const due = await jobsRepo.takeChecks(tools.scopes, batch)
        await Promise.all(
          due.map(({ device_id: deviceId, company_id: companyId }) =>
            check(deps, companyId, deviceId, tools).catch((error: unknown) =>
              tools.log.warn({ err: error, deviceId }, 'an overdue gateway was not asked'),
            ),
          ),
        )
        if (due.length < batch || tools.signal.aborted) return
      }
    },
  }
}

async function check(deps: JobDeps, companyId: string, deviceId: string, tools: JobTools): Promise<void> {
  const { scopes } = tools
  const target = await jobsRepo.findConnectionTarget(scopes, companyId, deviceId)
  if (target === undefined) return jobsRepo.endCheck(scopes, deviceId)
  // A request that is under way finds out the same.
  if (!(await jobsRepo.beginConnectionRequest(scopes, companyId, deviceId))) return
  let outcome: Awaited<ReturnType<typeof askGateway>>
  try {
    outcome = await askGateway(deps, deviceId, target, tools)
  } finally {
    await jobsRepo.endConnectionRequest(scopes, companyId, deviceId, false)
  }
  // Behind a NAT. The process that sends it notes a failure (udp-requests.ts).
  if (outcome === 'not_allowed' || outcome === 'no_answer')
    if (target.udp && (await jobsRepo.insertUdpRequest(scopes, companyId, deviceId))) return
  if (outcome === 'no_answer' && !(await pinged(deps, target, tools)))
    return jobsRepo.updateUnanswered(scopes, deviceId)
  return jobsRepo.endCheck(scopes, deviceId)
}

async function pinged(
  { config }: JobDeps,
  { last_address: address, company_code: companyCode }: ConnectionTarget,
  { signal }: JobTools,
): Promise<boolean> {
  if (address === null) return false
  const destination = { lastAddress: address, ranges: config.deviceRanges, companyCode }
  return addressAllowed(address, destination) && answersPing(address, signal)
}
