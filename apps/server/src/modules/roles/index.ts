import type { ServerModuleFactory } from '../../platform/module.ts'
import { roleJobs } from './publishing.service.ts'
import { roleRoutes } from './roles.routes.ts'

export { roleJobs } from './publishing.service.ts'
export { defaultRole } from './roles.service.ts'
export { roleRoutes } from './roles.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: roleRoutes, jobs: () => roleJobs })
