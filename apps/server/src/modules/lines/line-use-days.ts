import type { JobTools, Sweep } from '../../platform/jobs/job.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { lineUseDayRepo } from './line-use-day.repo.ts'

const dayMs = 86_400_000
/** Samples of probes that were cut off come late: a day is read some hours after its end. */
const afterMs = 3 * 3_600_000
/** Days that are made up for after a stop. */
const back = 3
/** Lines of a read. */
const batch = 200

/** Keeps the 95th percentile of the use of each line by day: panels over many lines cannot read their samples. */
export async function keepUseDays(
  { scopes, signal }: Pick<JobTools, 'scopes' | 'signal'>,
  store: MetricStore,
  now = Date.now(),
): Promise<void> {
  const ended = Math.floor((now - afterMs) / dayMs)
  for (let number = ended - back; number < ended; number += 1) {
    const [from, to] = [number * dayMs, (number + 1) * dayMs]
    const day = new Date(from).toISOString().slice(0, 10)
    for (;;) {
      const due = signal.aborted ? undefined : await lineUseDayRepo.due(scopes, day, batch)
      if (due === undefined) break
      const finish = await scopes.withCompany(due.companyId, async ({ db }) => {
        const series = await lineUseDayRepo.series(db, due.lineIds)
        return store.top(db, { series, from, to, by: 'p95', lowest: false, limit: series.length })
      })
      const ranked = await finish()
      const of = (lineId: string, direction: 'down' | 'up') =>
        ranked.find(({ series }) => series.deviceId === lineId && series.instance === direction)?.value ??
        null
      await lineUseDayRepo.keep(
        scopes,
        due.companyId,
        day,
        due.lineIds.map((lineId) => ({ lineId, down: of(lineId, 'down'), up: of(lineId, 'up') })),
      )
    }
  }
}

export const useDaySweep = (store: MetricStore): Sweep => ({
  name: 'line_use.days',
  everySeconds: 3600,
  run: (tools) => keepUseDays(tools, store),
})
