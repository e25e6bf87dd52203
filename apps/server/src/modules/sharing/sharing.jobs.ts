import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { reckon } from '../orders/index.ts'
import { keyRepo } from './key.repo.ts'

const batch = 100

export const sharingJobs: Readonly<Record<string, JobHandler>> = {
  /** An engineer of another company moved the order: its deadlines anew. */
  'sharing.reckon': ({ companyId, orderId }, { scopes }) =>
    scopes.withCompany(companyId, ({ db }) => reckon({ db }, String(orderId))),
}

export const sharingSweep: Sweep = {
  name: 'sharing.expire',
  everySeconds: 60,
  async run({ scopes, signal }) {
    while (!signal.aborted) {
      if ((await keyRepo.expire(scopes, batch)) < batch) return
    }
  },
}
