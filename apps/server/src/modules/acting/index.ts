export { actingRoutes } from './acting.routes.ts'
export { actingSweeps } from './acting.sweeps.ts'
