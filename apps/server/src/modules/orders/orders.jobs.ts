import type { JobHandler } from '../../platform/jobs/job.ts'
import { makeOpeningOrdersJob } from './openings/opening-orders.ts'
import { reckonOutdated } from './deadlines.ts'

export const orderJobs: Readonly<Record<string, JobHandler>> = {
  'opening.orders': makeOpeningOrdersJob,
  'work_order.reckon': ({ companyId }, { scopes, signal }) =>
    reckonOutdated((work) => scopes.withCompany(companyId, (transaction) => work(transaction)), signal),
}
