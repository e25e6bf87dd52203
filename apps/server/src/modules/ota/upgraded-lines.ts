import { worsenedMetrics } from '@netward/contract/states/campaign'
import type { Scopes } from '../../platform/db/scope.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { comparedMs, compareLine, restartMs, stepSeconds, type Measured } from './compare-lines.ts'
import { stepRepo } from './step.repo.ts'
import { type UpgradedLine, upgradedLinesRepo } from './upgraded-lines.repo.ts'

/** Gateways of a campaign that one turn compares; the others are compared in the next ones. */
const mostGateways = 200

/**
 * Compares the lines of upgraded gateways with the 24 hours before, each gateway at most hourly for a day. What got worse is
 * noted with the target; the next step of the campaign decides whether its ring stops.
 */
export async function compareUpgradedLines(
  scopes: Scopes,
  store: MetricStore,
  { companyId, campaignId, signal }: { companyId: string; campaignId: string; signal: AbortSignal },
): Promise<void> {
  const lines = await scopes.withCompany(companyId, ({ db }) =>
    upgradedLinesRepo.take(db, campaignId, mostGateways),
  )
  const done = new Set<string>()
  for (const line of lines) {
    if (signal.aborted) return
    if (done.has(line.deviceId)) continue
    const worse = await compared(scopes, store, companyId, line)
    if (worse === null) continue
    done.add(line.deviceId)
    const { lineId, lineName, deviceId } = line
    await scopes.withCompany(companyId, async ({ db }) => {
      await upgradedLinesRepo.setWorsened(db, campaignId, deviceId, { lineId, lineName, ...worse })
      await stepRepo.publish(db, companyId, campaignId)
    })
  }
}

/** The store may ask another server: that happens after the transaction. */
async function compared(scopes: Scopes, store: MetricStore, companyId: string, line: UpgradedLine) {
  const from = line.sentAt - comparedMs
  const to = Math.min(Date.now(), line.verifiedAt + restartMs + comparedMs)
  const finish = await scopes.withCompany(companyId, async ({ db }) => {
    const series = await upgradedLinesRepo.series(db, line.lineId, worsenedMetrics)
    const points = Math.ceil((to - from) / (stepSeconds * 1000))
    const query = { series, from, to, points, compare: false, percentile: false, timeZone: 'UTC' }
    return series.length === 0 ? null : store.range(db, query)
  })
  if (finish === null) return null
  const { ranges, start, stepSeconds: step } = await finish()
  const measured = ranges.map(({ series, values }): Measured => ({
    metric: series.metric as Measured['metric'],
    values,
  }))
  return compareLine(measured, line, { start, stepMs: step * 1000 })
}
