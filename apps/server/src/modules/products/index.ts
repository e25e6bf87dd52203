import type { ServerModuleFactory } from '../../platform/module.ts'
import { productRoutes } from './products.routes.ts'

export { productRoutes } from './products.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({ routes: (app) => productRoutes(app, deps) })
