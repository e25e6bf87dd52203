import type { ServerModuleFactory } from '../../platform/module.ts'
import { openApiRoutes } from './open-api.routes.ts'
import { openApiSweeps } from './open-api.sweeps.ts'

export { openApiRoutes } from './open-api.routes.ts'
export { issueAccessToken } from './tokens.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: openApiRoutes, sweeps: openApiSweeps })
