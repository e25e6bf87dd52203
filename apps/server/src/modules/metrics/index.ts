import type { MetricBatch } from '@netward/contract/metric-batch'
import type { Scopes } from '../../platform/db/scope.ts'
import type { WriteSummary } from '../../platform/metrics/metric-store.ts'
import { intakeOf, openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { metricRoutes } from './metrics.routes.ts'

export type { WriteSummary } from '../../platform/metrics/metric-store.ts'
export { metricRoutes } from './metrics.routes.ts'
export { type MetricPart, saveParts } from './parts.service.ts'
export { readRange } from './range.service.ts'

/**
 * Stores a batch: committed when it resolves, to be sent again when it rejects. A batch is one statement: many polls at
 * once belong into one. It says nothing of who may write which device: the caller knows.
 */
export function writeMetrics(scopes: Scopes, batch: MetricBatch, receivedAt?: number): Promise<WriteSummary> {
  return intakeOf(scopes).write(batch, receivedAt)
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes }) => {
  const store = openMetricStore(scopes, config.metricsUrl)
  return {
    routes: (app) => metricRoutes(app, store),
    sweeps: () => store.sweeps(),
    gauges: () => store.gauges(),
  }
}
