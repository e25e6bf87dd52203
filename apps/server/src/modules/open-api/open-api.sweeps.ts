import type { Sweep } from '../../platform/jobs/job.ts'
import { tokenRepo } from './token.repo.ts'

export function openApiSweeps(): Sweep[] {
  return [{ name: 'open_api.prune', everySeconds: 600, run: ({ scopes }) => tokenRepo.prune(scopes) }]
}
