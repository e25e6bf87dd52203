export { accountRoutes } from './accounts.routes.ts'
export { accountSweeps } from './accounts.sweeps.ts'
