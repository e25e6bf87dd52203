export { linePasswordContext } from './lines.service.ts'
export { findOutlet, getOutlet, outletNames, seesPart } from './outlet-place.ts'
export { outletRoutes } from './outlets.routes.ts'
export { gatewayWans } from './wans.service.ts'
