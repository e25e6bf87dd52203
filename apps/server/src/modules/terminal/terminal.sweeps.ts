import type { Sweep } from '../../platform/jobs/job.ts'
import { sweepRepo } from './sweep.repo.ts'

/** Scheduled: terminals whose process is gone, and old records. */
export function terminalSweeps(): Sweep[] {
  return [
    { name: 'terminal.interrupted', everySeconds: 20, run: ({ scopes }) => sweepRepo.endLost(scopes) },
    {
      name: 'terminal.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) if ((await sweepRepo.prune(scopes, pruneBatch)) < pruneBatch) return
      },
    },
  ]
}

const pruneBatch = 500
