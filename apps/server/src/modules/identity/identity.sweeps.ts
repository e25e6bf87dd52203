import type { Sweep } from '../../platform/jobs/job.ts'
import { pruneRepo } from './prune.repo.ts'

/** `sign_in.prune`: deletes expired attempts, codes, tickets and links. */
export function identitySweeps(): Sweep[] {
  return [{ name: 'sign_in.prune', everySeconds: 300, run: ({ scopes }) => pruneRepo.prune(scopes) }]
}
