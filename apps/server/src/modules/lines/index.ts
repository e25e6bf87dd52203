import type { ServerModuleFactory } from '../../platform/module.ts'
import { lineSweeps } from './ledger/ledger-sweep.ts'
import { lineQualityRoutes } from './lines.routes.ts'

export { type LineCollector, planOfLines } from './line-plan.ts'
export { takeLineFacts } from './line-intake.ts'
export { lineQualityRoutes } from './lines.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => lineQualityRoutes(app),
  sweeps: () => lineSweeps,
})
