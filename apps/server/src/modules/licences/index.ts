export { licenceRoutes } from './licences.routes.ts'
export { licenceSweeps } from './licences.sweeps.ts'
export { signingKey } from './signing-key.ts'
export { deviceQuota, requireDeviceRoom } from './usage.service.ts'
