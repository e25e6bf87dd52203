export { provisioningJobs, provisioningSweeps } from './provisioning.jobs.ts'
export { provisioningRoutes } from './provisioning.routes.ts'
