import type { Sweep } from '../../platform/jobs/job.ts'
import { approvalRepo } from './approval.repo.ts'

const batch = 200

/** A new head or deputy gets what waits, and a step whose last open person has left goes on. */
export const approvalSweep: Sweep = {
  name: 'approval.look_again',
  everySeconds: 60,
  async run({ scopes, signal }) {
    while (!signal.aborted && (await approvalRepo.lookAgain(scopes, batch)) === batch);
  },
}
