import type { Sweep } from '../../platform/jobs/job.ts'
import { snapshotRepo } from './snapshot.repo.ts'

const batch = 500

export const inventorySweeps: readonly Sweep[] = [
  {
    name: 'inventory.snapshots',
    everySeconds: 300,
    run: async ({ scopes, signal }) => {
      while (!signal.aborted) if (!(await snapshotRepo.takeDue(scopes))) return
    },
  },
  {
    name: 'inventory.prune',
    everySeconds: 3600,
    run: async ({ scopes, signal }) => {
      while (!signal.aborted) if ((await snapshotRepo.prune(scopes, batch)) < batch) return
    },
  },
]
