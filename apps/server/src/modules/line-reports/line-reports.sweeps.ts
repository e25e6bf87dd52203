import type { Sweep } from '../../platform/jobs/job.ts'
import { lineReportRepo } from './line-report.repo.ts'

export const lineReportSweeps: readonly Sweep[] = [
  {
    name: 'line-report.old',
    everySeconds: 86_400,
    run: ({ scopes }) => lineReportRepo.forgetOld(scopes),
  },
]
