import type { Sweep } from '../../platform/jobs/job.ts'
import { sweepRepo } from './sweep.repo.ts'

/** What runs by the clock: terminals whose process is gone, and records that are old. */
export function terminalSweeps(): Sweep[] {
  return [
    { name: 'terminal.interrupted', everySeconds: 20, run: ({ scopes }) => sweepRepo.endLost(scopes) },
    {
      name: 'terminal.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) if ((await sweepRepo.prune(scopes, prunedAtOnce)) < prunedAtOnce) return
      },
    },
  ]
}

const prunedAtOnce = 500
