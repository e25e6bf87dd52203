import type { MetricName } from '@netward/contract/metric-catalogue'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { writeMetrics } from '../metrics/index.ts'
import { measuredRepo } from './measured.repo.ts'
import type { RunDeps } from '../diagnostics/index.ts'
import { lineRunRepo } from './line-run.repo.ts'
import { throughputSweep } from './throughput-schedule.ts'

const pruneBatch = 5_000

export const lineTestJobs: Record<string, JobHandler> = {
  /** {runId}: a throughput was measured; its value joins those of the line, once. */
  'line_test.measured': async ({ companyId, runId }, { scopes }) => {
    const run = await scopes.withCompany(companyId, ({ db }) => measuredRepo.throughput(db, String(runId)))
    if (run === undefined) return
    const metric: MetricName = run.direction === 'down' ? 'line_throughput_down' : 'line_throughput_up'
    await writeMetrics(scopes, {
      collector: 'line-tests',
      epoch: `run ${String(runId)}`,
      sequence: 1,
      sentAt: Date.now(),
      polls: [
        {
          deviceId: run.lineId,
          at: Date.parse(run.at),
          values: [[metric, run.direction, run.bitsPerSecond]],
        },
      ],
    })
  },
}

export const lineTestSweeps = (deps: RunDeps): readonly Sweep[] => [
  throughputSweep(deps),
  { name: 'line_tests.give_up', everySeconds: 10, run: ({ scopes }) => lineRunRepo.giveUp(scopes) },
  {
    name: 'line_tests.prune',
    everySeconds: 3600,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await lineRunRepo.prune(scopes, pruneBatch)) === pruneBatch);
    },
  },
]
