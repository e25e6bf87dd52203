export { diagnosticJobs, diagnosticSweeps } from './diagnostics.jobs.ts'
export { diagnosticRoutes } from './diagnostics.routes.ts'
