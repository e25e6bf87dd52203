import type { ServerModuleFactory } from '../../platform/module.ts'
import { workbenchRoutes } from './workbench.routes.ts'

export { workbenchRoutes } from './workbench.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: workbenchRoutes })
