export { roleJobs } from './publishing.service.ts'
export { roleRoutes } from './roles.routes.ts'
