import type { Sweep } from '../../platform/jobs/job.ts'
import { runnerRepo } from './runner.repo.ts'

const batch = 500

export const configurationSweeps: readonly Sweep[] = [
  {
    name: 'configuration.due',
    everySeconds: 60,
    run: async ({ scopes, signal }) => {
      while (!signal.aborted) if ((await runnerRepo.queueDue(scopes, batch)) < batch) return
    },
  },
  {
    name: 'configuration.prune',
    everySeconds: 3600,
    run: async ({ scopes, signal }) => {
      while (!signal.aborted) if ((await runnerRepo.prune(scopes, batch)) === 0) return
    },
  },
]
