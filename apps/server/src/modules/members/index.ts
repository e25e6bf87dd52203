import type { ServerModuleFactory } from '../../platform/module.ts'
import { memberRoutes } from './members.routes.ts'

export { departmentsHeld } from './departments-held.repo.ts'
export { departments, destination } from './departments.service.ts'
export { offeredRoles, requireGrantable } from './granting.ts'
export { memberRoutes } from './members.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({ routes: (app) => memberRoutes(app, deps) })
