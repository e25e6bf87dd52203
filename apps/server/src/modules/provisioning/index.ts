import type { ServerModuleFactory } from '../../platform/module.ts'
import { provisioningJobs, provisioningSweeps } from './provisioning.jobs.ts'
import { provisioningRoutes } from './provisioning.routes.ts'

export { provisioningJobs, provisioningSweeps } from './provisioning.jobs.ts'
export { provisioningRoutes } from './provisioning.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => provisioningRoutes(app, deps),
  jobs: provisioningJobs,
  sweeps: provisioningSweeps,
})
