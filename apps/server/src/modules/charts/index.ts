import type { ServerModuleFactory } from '../../platform/module.ts'
import { chartRoutes } from './charts.routes.ts'

export { chartRoutes } from './charts.routes.ts'
export { chartPanel, pagesShown, type ShownPage } from './charts.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: chartRoutes })
