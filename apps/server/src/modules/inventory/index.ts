import type { ServerModuleFactory } from '../../platform/module.ts'
import { inventoryRoutes } from './inventory.routes.ts'
import { inventorySweeps } from './inventory.sweeps.ts'

export { inventoryRoutes } from './inventory.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => inventoryRoutes(app),
  sweeps: () => inventorySweeps,
})
