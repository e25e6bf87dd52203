import type { InputOf, metricApi, OutputOf } from '@netward/contract'
import { metricOf } from '@netward/contract/metric-catalogue'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { outletNames } from '../outlets/index.ts'
import { labelsOf } from './labels.ts'
import { seriesRepo } from './series.repo.ts'
import { measuredDrivers } from './subject.ts'

/** Four of each of 10,000 devices: what a ranking reads at once. */
const mostSeries = 40_000

export async function topMetrics(
  ctx: SeveralTransactions,
  store: MetricStore,
  { metric, outletId, from, to, by, lowest, limit }: InputOf<typeof metricApi.topMetrics>,
): Promise<OutputOf<typeof metricApi.topMetrics>> {
  const { finish, names } = await ctx.inTransaction(null, async (inside) => {
    if (outletId !== undefined && (await outletNames(inside, [outletId])).size === 0)
      throw new AppError('outlet.not_found')
    const series = await seriesRepo.ofMetric(
      inside,
      metric,
      outletId,
      await measuredDrivers(inside),
      Date.parse(from),
      mostSeries + 1,
    )
    if (series.length > mostSeries)
      throw new AppError('metrics.too_many_series', { params: { most: mostSeries } })
    const query = { series, from: Date.parse(from), to: Date.parse(to), by, lowest, limit }
    return {
      finish: await store.top(inside.db, query),
      names: new Map(series.map(({ deviceId, deviceName }) => [deviceId, deviceName])),
    }
  })
  const ranked = await finish()
  const labels = await ctx.inTransaction(null, (inside) =>
    labelsOf(inside, [...new Set(ranked.map(({ series }) => series.deviceId))]),
  )
  return ranked.map(({ series, value }) => ({
    deviceId: series.deviceId,
    deviceName: names.get(series.deviceId) ?? '',
    instance: series.instance,
    label: labels(series).label,
    unit: metricOf(series.metric).unit,
    value,
  }))
}
