import type { ServerModuleFactory } from '../../platform/module.ts'
import { auditRoutes } from './audit.routes.ts'

export { auditRoutes } from './audit.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: auditRoutes })
