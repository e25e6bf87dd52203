import type { ServerModuleFactory } from '../../platform/module.ts'
import { statementSweeps } from './statements.sweeps.ts'
import { statementRoutes } from './statements.routes.ts'

export { makeStatements, recountStatements } from './statements.sweeps.ts'
export { statementRoutes } from './statements.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => statementRoutes(app),
  sweeps: () => statementSweeps,
})
