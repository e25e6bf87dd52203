import { metricApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { exportMetrics } from './export.service.ts'
import { latestMetrics } from './latest.service.ts'
import { outletMetrics } from './outlet-metrics.service.ts'
import { metricRange } from './range.service.ts'
import { seriesLimit } from './series-limit.service.ts'
import { topMetrics } from './top.service.ts'

export function metricRoutes(app: App, store: MetricStore): void {
  routeInSteps(app, metricApi.metricRange, (ctx, input) => metricRange(ctx, store, input))
  routeInSteps(app, metricApi.exportMetrics, (ctx, input) => exportMetrics(ctx, store, input))
  routeInSteps(app, metricApi.latestMetrics, (ctx, input) => latestMetrics(ctx, store, input))
  routeInSteps(app, metricApi.outletMetrics, (ctx, input) => outletMetrics(ctx, store, input))
  routeInSteps(app, metricApi.topMetrics, (ctx, input) => topMetrics(ctx, store, input))
  route(app, metricApi.seriesLimit, (ctx) => seriesLimit(ctx))
}
