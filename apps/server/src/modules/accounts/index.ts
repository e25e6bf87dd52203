import type { ServerModuleFactory } from '../../platform/module.ts'
import { accountRoutes } from './accounts.routes.ts'
import { accountSweeps } from './accounts.sweeps.ts'

export { accountRoutes } from './accounts.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => accountRoutes(app, deps),
  sweeps: accountSweeps,
})
