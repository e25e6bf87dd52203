import type { ServerModuleFactory } from '../../platform/module.ts'
import { actingRoutes } from './acting.routes.ts'
import { actingSweeps } from './acting.sweeps.ts'

export { actingRoutes } from './acting.routes.ts'
export { customerChoices, groupNames } from './tenant-groups.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => actingRoutes(app, deps),
  sweeps: actingSweeps,
})
