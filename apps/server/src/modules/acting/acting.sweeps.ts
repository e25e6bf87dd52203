import type { Sweep } from '../../platform/jobs/job.ts'
import { pruneRepo } from './prune.repo.ts'

/** Scheduled work: visits that were not ended, and undecided requests. */
export function actingSweeps(): Sweep[] {
  return [{ name: 'acting.prune', everySeconds: 1800, run: ({ scopes }) => pruneRepo.prune(scopes) }]
}
