import type { ServerModuleFactory } from '../../platform/module.ts'
import { outletRoutes } from './outlets.routes.ts'

export { linePasswordContext } from './lines.service.ts'
export {
  insertNewOutlets,
  type NewOutlet,
  newOutlet,
  outletsByCode,
  zoneOfNewOutlets,
} from './new-outlets.ts'
export { createOutlet } from './outlets.service.ts'
export { findOutlet, getOutlet, outletNames, seesPart } from './outlet-place.ts'
export { withCompanyName } from './company-name.repo.ts'
export { outletRoutes } from './outlets.routes.ts'
export { among, standsIn } from './outlet-filters.repo.ts'
export { matching as outletMatching } from './search.repo.ts'
export { gatewayWans } from './wans.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({ routes: (app) => outletRoutes(app, deps) })
