import type { JobHandler } from '../../platform/jobs/job.ts'
import { reckonOutdated } from './deadlines.ts'

export const orderJobs: Readonly<Record<string, JobHandler>> = {
  'work_order.reckon': ({ companyId }, { scopes, signal }) =>
    reckonOutdated((work) => scopes.withCompany(companyId, (transaction) => work(transaction)), signal),
}
