import type { ServerModuleFactory } from '../../platform/module.ts'
import { mailReport } from './mail-report.ts'
import { reportSweeps } from './scheduled-reports.ts'
import { serviceReportRoutes } from './service-reports.routes.ts'

export { reportsHeld } from './reports-held.repo.ts'
export { mailReport } from './mail-report.ts'
export { makeScheduled } from './scheduled-reports.ts'
export { serviceReportRoutes } from './service-reports.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => serviceReportRoutes(app),
  jobs: () => ({ 'service_report.mail': mailReport(deps) }),
  sweeps: () => reportSweeps(),
})
