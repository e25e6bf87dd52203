import type { ServerModuleFactory } from '../../platform/module.ts'
import { companyMoveJobs, companyMoveSweeps } from './move.jobs.ts'
import { companyMoveRoutes } from './move.routes.ts'
import { organisationRoutes } from './organisations.routes.ts'
import { tenantJobs, tenantSweeps } from './tenants.jobs.ts'
import { tenantRoutes } from './tenants.routes.ts'

export { getCompany } from './companies.service.ts'
export { organisationRoutes } from './organisations.routes.ts'
export { tenantJobs, tenantSweeps } from './tenants.jobs.ts'
export { tenantRoutes } from './tenants.routes.ts'
export { companyMoveJobs } from './move.jobs.ts'
export { companyMoveRoutes } from './move.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes(app) {
    organisationRoutes(app)
    tenantRoutes(app, deps)
    companyMoveRoutes(app, deps)
  },
  jobs: () => ({ ...tenantJobs(deps), ...companyMoveJobs(deps) }),
  sweeps: () => [...tenantSweeps(), ...companyMoveSweeps(deps)],
})
