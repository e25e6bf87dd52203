import type { InputOf, metricApi, OutputOf } from '@netward/contract'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { labelsOf } from './labels.ts'
import { seriesRepo } from './series.repo.ts'
import { measuredDevice } from './subject.ts'

export async function latestMetrics(
  ctx: SeveralTransactions,
  store: MetricStore,
  { deviceId, metrics }: InputOf<typeof metricApi.latestMetrics>,
): Promise<OutputOf<typeof metricApi.latestMetrics>> {
  const { finish, labels } = await ctx.inTransaction(null, async (inside) => {
    const device = await measuredDevice(inside, deviceId)
    const series = await seriesRepo.of(inside, device.id, { ...(metrics && { metrics }), from: Date.now() })
    return { finish: await store.latest(inside.db, series), labels: await labelsOf(inside, [device.id]) }
  })
  return (await finish()).map(({ series, value, at }) => ({
    metric: series.metric,
    instance: series.instance,
    unit: metricOf(series.metric).unit,
    value,
    at: new Date(at).toISOString(),
    ...labels(series),
  }))
}
