import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { applyRules } from './apply-rules.ts'
import { jobRepo } from './job.repo.ts'

/** `discovery.rules` {jobId}: takes in what waits by the company's rules; a second run finds less. */
export const discoveryJobs = (): Record<string, JobHandler> => ({
  'discovery.rules': ({ companyId, jobId }, tools) => applyRules(tools, companyId, String(jobId)),
})

export const discoverySweeps: readonly Sweep[] = [
  {
    name: 'discovery.due',
    everySeconds: 60,
    run: ({ scopes }) => jobRepo.queueDue(scopes),
  },
]
