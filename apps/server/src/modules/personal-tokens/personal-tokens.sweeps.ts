import type { Sweep } from '../../platform/jobs/job.ts'
import { personalTokenRepo } from './personal-token.repo.ts'

/** Requests are refused at once where a membership is disabled; this ends its tokens for good. */
export const personalTokenSweep: Sweep = {
  name: 'personal_token.sweep',
  everySeconds: 60,
  run: ({ scopes }) => personalTokenRepo.sweep(scopes),
}
