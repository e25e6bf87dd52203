import { diagnosticObject, readDiagnostic } from '@netward/cwmp'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { diagnosticJobRepo } from './diagnostic.repo.ts'

const prunedAtOnce = 5_000
/** Between two looks at a diagnostic that is not over. */
const againSeconds = 20

/**
 * `diagnostic.read` {runId, commandId}: a gateway has answered what became of a run. One that is not over yet is asked
 * again: not every gateway tells by event 8, and which of several it means it never says.
 */
export function diagnosticJobs(): Record<string, JobHandler> {
  return {
    'diagnostic.read': async ({ companyId, ...payload }, { scopes }) => {
      const [runId, commandId] = [String(payload['runId']), String(payload['commandId'])]
      await scopes.withCompany(companyId, async ({ db }) => {
        const run = await diagnosticJobRepo.lock(db, runId, commandId)
        if (run === undefined) return
        const object = diagnosticObject(run.root, run.kind)
        const told = await diagnosticJobRepo.readParameters(db, run.deviceId, commandId, object)
        const outcome = readDiagnostic(run.root, run.kind, told)
        if (outcome.state === 'complete') await diagnosticJobRepo.complete(db, runId, outcome.result)
        else if (outcome.state === 'failed') {
          await diagnosticJobRepo.end(db, runId, 'failed', outcome.error, outcome.detail)
        } else if (run.overdue) await diagnosticJobRepo.end(db, runId, 'expired', null, '')
        else await diagnosticJobRepo.readLater(db, runId, againSeconds)
        await diagnosticJobRepo.tell(db, companyId, run.deviceId, runId)
      })
    },
  }
}

export function diagnosticSweeps(): Sweep[] {
  return [
    {
      name: 'diagnostic.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await diagnosticJobRepo.prune(scopes, prunedAtOnce)) < prunedAtOnce) return
        }
      },
    },
  ]
}
