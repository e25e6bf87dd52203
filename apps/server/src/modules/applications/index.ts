export { applicationJobs } from './applications.jobs.ts'
export { applicationRoutes } from './applications.routes.ts'
export { applicationSweeps } from './applications.sweeps.ts'
