import { acsUrl } from '../cwmp/index.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { otaJobs } from './campaign-preparing.ts'
import { deviceFiles } from './device-files.ts'
import { otaRoutes } from './ota.routes.ts'
import { linesSweep, otaSweeps } from './ota.sweeps.ts'

export { otaJobs } from './campaign-preparing.ts'
export { deviceFiles } from './device-files.ts'
export { otaRoutes } from './ota.routes.ts'
export { otaSweeps } from './ota.sweeps.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => otaRoutes(app, { ...deps, filesUrl: acsUrl(deps.config.acs) }),
  jobs: otaJobs,
  sweeps: () => [
    ...otaSweeps({ ...deps, filesUrl: acsUrl(deps.config.acs) }),
    linesSweep(openMetricStore(deps.scopes, deps.config.metricsUrl)),
  ],
  deviceFiles: () => deviceFiles(deps),
})
