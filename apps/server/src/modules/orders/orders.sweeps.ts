import { closesAfterHours } from '@netward/contract/work-order-values'
import type { Sweep } from '../../platform/jobs/job.ts'
import { clockRepo } from './clock.repo.ts'
import { openingSiteRepo } from './openings/opening-site.repo.ts'
import { carrierRepo } from './extras/carrier.repo.ts'
import { planSweep } from './plans/plan-orders.ts'
import { followAlarms } from './from-alarms/from-alarms.ts'
import { resumeSuspended } from './resume.ts'

const batch = 500

export const orderSweeps: readonly Sweep[] = [
  planSweep,
  {
    name: 'work_order.warn',
    everySeconds: 15,
    async run({ scopes, signal }) {
      while (!signal.aborted) if ((await clockRepo.warn(scopes, batch)).length === 0) return
    },
  },
  {
    name: 'work_order.resume',
    everySeconds: 30,
    run: ({ scopes, signal }) => resumeSuspended(scopes, signal),
  },
  {
    name: 'work_order.from_alarms',
    everySeconds: 10,
    run: ({ scopes, signal }) => followAlarms(scopes, signal),
  },
  {
    name: 'opening.fill',
    everySeconds: 15,
    async run({ scopes, signal }) {
      while (!signal.aborted) if ((await openingSiteRepo.fill(scopes, batch)) < batch) return
    },
  },
  {
    name: 'work_order.chase',
    everySeconds: 60,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await carrierRepo.chase(scopes, batch)) === batch);
    },
  },
  {
    name: 'work_order.close',
    everySeconds: 300,
    async run({ scopes, signal }) {
      while (!signal.aborted)
        if ((await clockRepo.closeResolved(scopes, closesAfterHours, batch)) < batch) return
    },
  },
]
