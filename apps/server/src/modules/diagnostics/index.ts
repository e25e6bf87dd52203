import { acsUrl } from '../cwmp/index.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { diagnosticJobs, diagnosticSweeps } from './diagnostics.jobs.ts'
import { diagnosticRoutes } from './diagnostics.routes.ts'
import { publicHostOf } from './public-host.ts'
import { testPoint } from './test-point.ts'

export { diagnosticJobs, diagnosticSweeps } from './diagnostics.jobs.ts'
export { diagnosticRoutes } from './diagnostics.routes.ts'
export { presentedCheck } from './device-checks.service.ts'
export { cancelOwnRun, type PresentedRun, presentedRuns } from './own-runs.service.ts'
export { beginRun, type Order as DiagnosticOrder } from './run-order.ts'
export { publicHostOf } from './public-host.ts'
export { beginScheduledRun } from './scheduled-run.ts'
export type { RunDeps } from './run-start.ts'
export { newTestToken, testPoint } from './test-point.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => {
  const checkDeps = {
    ...deps,
    acsUrl: () => acsUrl(deps.config.acs),
    publicHost: () => publicHostOf(acsUrl(deps.config.acs)),
  }
  return {
    routes: (app) => diagnosticRoutes(app, checkDeps),
    jobs: () => diagnosticJobs(checkDeps),
    sweeps: () => diagnosticSweeps(checkDeps),
    deviceFiles: () => testPoint(deps),
  }
}
