import type { ServerModuleFactory } from '../../platform/module.ts'
import { partClaimRoutes } from './part-claims.routes.ts'
import { partCountRoutes } from './part-counts.routes.ts'
import { partOrderRoutes } from './part-orders.routes.ts'
import { partStockRoutes } from './part-stock.routes.ts'
import { partTransferRoutes } from './part-transfers.routes.ts'
import { partRoutes } from './parts.routes.ts'

export { carsHeld } from './cars-held.repo.ts'
export { partClaimRoutes } from './part-claims.routes.ts'
export { partCountRoutes } from './part-counts.routes.ts'
export { partOrderRoutes } from './part-orders.routes.ts'
export { partStockRoutes } from './part-stock.routes.ts'
export { partTransferRoutes } from './part-transfers.routes.ts'
export { partRoutes } from './parts.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => {
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
    partTransferRoutes(app)
    partClaimRoutes(app)
    partCountRoutes(app)
  },
})
