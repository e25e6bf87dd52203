import { openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { lineReportRoutes } from './line-reports.routes.ts'
import { lineReportSweeps } from './line-reports.sweeps.ts'

export { lineReportRoutes } from './line-reports.routes.ts'
export { type Words, wordsOf } from './report-words.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes }) => {
  const store = openMetricStore(scopes, config.metricsUrl)
  return {
    routes: (app) => lineReportRoutes(app, store),
    sweeps: () => lineReportSweeps,
  }
}
