export { otaJobs } from './campaign-preparing.ts'
export { deviceFiles } from './device-files.ts'
export { otaRoutes } from './ota.routes.ts'
export { otaSweeps } from './ota.sweeps.ts'
