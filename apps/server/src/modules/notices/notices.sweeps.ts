import type { Sweep } from '../../platform/jobs/job.ts'
import { dutyTestSweep } from './duty-tests.jobs.ts'
import { sendingRepo } from './sending.repo.ts'

const batch = 500
/** Each event may reach hundreds of recipients, and a batch that takes longer than a statement may is never done. */
const events = 100

export const noticeSweeps: readonly Sweep[] = [
  {
    name: 'notice.deliveries',
    everySeconds: 3,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await sendingRepo.collect(scopes, events)) === events);
      while (!signal.aborted && (await sendingRepo.collectWork(scopes, events)) >= events);
      while (!signal.aborted && (await sendingRepo.form(scopes, batch)) === batch);
    },
  },
  {
    name: 'notice.reminders',
    everySeconds: 60,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await sendingRepo.remind(scopes, batch)) === batch);
    },
  },
  {
    name: 'notice.prune',
    everySeconds: 3600,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await sendingRepo.prune(scopes, batch)) === batch);
    },
  },
  dutyTestSweep,
]
