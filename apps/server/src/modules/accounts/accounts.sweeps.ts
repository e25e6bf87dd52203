import type { Sweep } from '../../platform/jobs/job.ts'
import { registrationRepo } from './registration.repo.ts'

const frozenAtOnce = 500

/** Scheduled work: expired trials and undecided applications. */
export function accountSweeps(): Sweep[] {
  return [
    {
      name: 'trial.end',
      everySeconds: 60,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await registrationRepo.freezeEndedTrials(scopes, frozenAtOnce)) < frozenAtOnce) return
        }
      },
    },
    {
      name: 'registration.expire',
      everySeconds: 3600,
      run: ({ scopes }) => registrationRepo.expire(scopes),
    },
  ]
}
