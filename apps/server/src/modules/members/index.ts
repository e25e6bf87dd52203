export { departments, destination } from './departments.service.ts'
export { offeredRoles, requireGrantable } from './granting.ts'
export { memberRoutes } from './members.routes.ts'
