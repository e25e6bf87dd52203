import type { ServerModuleFactory } from '../../platform/module.ts'
import { partOrderRoutes } from './part-orders.routes.ts'
import { partStockRoutes } from './part-stock.routes.ts'
import { partRoutes } from './parts.routes.ts'

export { partOrderRoutes } from './part-orders.routes.ts'
export { partStockRoutes } from './part-stock.routes.ts'
export { partRoutes } from './parts.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => {
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
  },
})
