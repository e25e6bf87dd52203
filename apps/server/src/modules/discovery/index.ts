import type { ServerModuleFactory } from '../../platform/module.ts'
import { discoveryJobs, discoverySweeps } from './discovery.jobs.ts'
import { discoveryRoutes } from './discovery.routes.ts'

export { discoveryRoutes } from './discovery.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config }) => ({
  routes: (app) => discoveryRoutes(app, { deviceRanges: config.acs.deviceRanges }),
  jobs: discoveryJobs,
  sweeps: () => discoverySweeps,
})
