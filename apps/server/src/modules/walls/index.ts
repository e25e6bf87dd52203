import type { ServerModuleFactory } from '../../platform/module.ts'
import { wallRoutes } from './walls.routes.ts'
import { wallSweep } from './walls.sweeps.ts'

export { wallRoutes } from './walls.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: wallRoutes, sweeps: () => [wallSweep] })
