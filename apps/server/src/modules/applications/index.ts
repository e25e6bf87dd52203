import type { ServerModuleFactory } from '../../platform/module.ts'
import { applicationJobs } from './applications.jobs.ts'
import { applicationRoutes } from './applications.routes.ts'
import { applicationSweeps } from './applications.sweeps.ts'

export { applicationJobs } from './applications.jobs.ts'
export { keysHeld } from './keys-held.repo.ts'
export { applicationRoutes } from './applications.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => applicationRoutes(app, deps),
  jobs: () => applicationJobs(deps),
  sweeps: () => applicationSweeps(deps),
})
