import type { Sweep } from '../../platform/jobs/job.ts'
import { lookAtDue } from './evaluation/due.ts'
import { evaluationRepo } from './evaluation/evaluation.repo.ts'
import { takeFacts } from './evaluation/facts.ts'
import { placeDue } from './evaluation/place.ts'
import { advanceMaintenance } from './maintenance-sweep.ts'

const batch = 1_000

export const alarmSweeps: readonly Sweep[] = [
  {
    name: 'alarm.due',
    everySeconds: 5,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await lookAtDue(scopes, Date.now())));
      while (!signal.aborted && (await placeDue(scopes, Date.now())));
    },
  },
  {
    name: 'alarm.facts',
    everySeconds: 15,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await takeFacts(scopes, batch)) >= batch);
    },
  },
  {
    name: 'alarm.acknowledgements',
    everySeconds: 60,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await evaluationRepo.endAcknowledgements(scopes, batch)) === batch);
    },
  },
  {
    name: 'alarm.maintenance',
    everySeconds: 15,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await advanceMaintenance(scopes, Date.now())));
      while (!signal.aborted && (await evaluationRepo.markMaintenance(scopes, batch)) === batch);
    },
  },
  {
    name: 'alarm.end_watching',
    everySeconds: 300,
    run: ({ scopes }) => evaluationRepo.endWatching(scopes),
  },
  {
    name: 'alarm.prune',
    everySeconds: 3600,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await evaluationRepo.prune(scopes, batch)) === batch);
    },
  },
]
