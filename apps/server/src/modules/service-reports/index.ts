import type { ServerModuleFactory } from '../../platform/module.ts'
import { reportSweeps } from './scheduled-reports.ts'
import { serviceReportRoutes } from './service-reports.routes.ts'

export { reportsHeld } from './reports-held.repo.ts'
export { makeScheduled } from './scheduled-reports.ts'
export { serviceReportRoutes } from './service-reports.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => serviceReportRoutes(app, deps),
  sweeps: () => reportSweeps(deps),
})
