import type { ServerModuleFactory } from '../../platform/module.ts'
import { rotaRoutes } from './rotas.routes.ts'

export { rotaRoutes } from './rotas.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: (app) => rotaRoutes(app) })
