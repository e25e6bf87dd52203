import type { ServerModuleFactory } from '../../platform/module.ts'
import { cwmpJobs, cwmpSweeps } from './cwmp.jobs.ts'
import { gatewayRoutes } from './gateways.routes.ts'

export { type Acs, type AcsDeps, startAcs } from './acs.ts'
export type { AcsConfig, AcsLimits } from './acs-config.ts'
export { acsUrl } from './acs-config.ts'
export { countPool } from './claims.service.ts'
export { commandSecretContext } from './commands.ts'
export { cwmpJobs } from './cwmp.jobs.ts'
export { gatewayRoutes } from './gateways.routes.ts'
export { provisionSecretContext } from './provisioning.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => gatewayRoutes(app, { ...deps, config: deps.config.acs }),
  jobs: () => cwmpJobs({ ...deps, config: deps.config.acs }),
  sweeps: () => cwmpSweeps({ ...deps, config: deps.config.acs }),
})
