import type { Sweep } from '../../platform/jobs/job.ts'
import { pruneRepo } from './prune.repo.ts'

/** What runs by the clock: visits that were not ended, questions that nobody decided. */
export function actingSweeps(): Sweep[] {
  return [{ name: 'acting.prune', everySeconds: 1800, run: ({ scopes }) => pruneRepo.prune(scopes) }]
}
