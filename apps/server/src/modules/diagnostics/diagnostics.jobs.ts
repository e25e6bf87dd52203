import { diagnosticObject, readDiagnostic } from '@netward/cwmp'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { type CheckDeps, stepCheck } from './check-step.ts'
import { deviceCheckRepo } from './device-check.repo.ts'
import { diagnosticJobRepo } from './diagnostic-job.repo.ts'

const pruneBatch = 5_000
/** Between two looks at a diagnostic that is not over. */
const againSeconds = 20

export function diagnosticJobs(deps: CheckDeps): Record<string, JobHandler> {
  return {
    /** {checkId}: something of a check has come to an end, or it is new. */
    'device.check_step': async ({ companyId, checkId }, { scopes }) =>
      scopes.withCompany(companyId, ({ db }) => stepCheck(deps, db, companyId, String(checkId), false)),

    /** {runId, commandId}: it should be over by now. */
    'diagnostic.call': async ({ companyId, runId, commandId }, { scopes }) =>
      scopes.withCompany(companyId, ({ db }) => diagnosticJobRepo.call(db, String(runId), String(commandId))),

    /**
     * {runId, commandId}: a gateway has answered with the state of a run. Unfinished runs are asked for
     * again: not every gateway sends event 8, and event 8 never states which diagnostic it belongs to.
     */
    'diagnostic.read': async ({ companyId, ...payload }, { scopes }) => {
      const [runId, commandId] = [String(payload['runId']), String(payload['commandId'])]
      await scopes.withCompany(companyId, async ({ db }) => {
        const run = await diagnosticJobRepo.lock(db, runId, commandId)
        if (run === undefined) return
        const object = diagnosticObject(run.root, run.kind)
        const reported = await diagnosticJobRepo.readParameters(db, run.deviceId, commandId, object)
        const outcome = readDiagnostic(run.root, run.kind, reported)
        if (outcome.state === 'complete') await diagnosticJobRepo.complete(db, runId, outcome.result)
        else if (outcome.state === 'failed') {
          if (outcome.result !== undefined) await diagnosticJobRepo.keep(db, runId, outcome.result)
          await diagnosticJobRepo.end(db, runId, 'failed', outcome.error, outcome.detail)
        } else if (run.overdue) await diagnosticJobRepo.end(db, runId, 'expired', null, '')
        else await diagnosticJobRepo.readLater(db, runId, againSeconds)
        await diagnosticJobRepo.publish(db, companyId, run.deviceId, { runId })
      })
    },
  }
}

export function diagnosticSweeps(deps: CheckDeps): Sweep[] {
  return [
    {
      name: 'device_check.overdue',
      everySeconds: 10,
      run: async ({ scopes, log, signal }) => {
        for (const { company_id: companyId, check_id: id } of await deviceCheckRepo.overdue(scopes)) {
          if (signal.aborted) return
          try {
            await scopes.withCompany(companyId, ({ db }) => stepCheck(deps, db, companyId, id, true))
          } catch (error) {
            // One that cannot end holds up no other.
            log.error({ err: error, checkId: id }, 'an overdue check could not be ended')
          }
        }
      },
    },
    {
      name: 'diagnostic.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await diagnosticJobRepo.prune(scopes, pruneBatch)) < pruneBatch) return
        }
      },
    },
  ]
}
