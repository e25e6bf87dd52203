export { getCompany } from './companies.service.ts'
export { organisationRoutes } from './organisations.routes.ts'
