export { diagnosticJobs, diagnosticSweeps } from './diagnostics.jobs.ts'
export { diagnosticRoutes } from './diagnostics.routes.ts'
export { publicHostOf } from './public-host.ts'
export { testPoint } from './test-point.ts'
