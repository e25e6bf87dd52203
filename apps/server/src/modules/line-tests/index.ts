import type { ServerModuleFactory } from '../../platform/module.ts'
import { acsUrl } from '../cwmp/index.ts'
import { publicHostOf } from '../diagnostics/index.ts'
import { gatewayPingJobs, gatewayPingSweep } from './gateway/gateway-pings.ts'
import { lineTestJobs, lineTestSweeps } from './line-tests.jobs.ts'
import { lineTestRoutes } from './line-tests.routes.ts'

export { lineTestRoutes } from './line-tests.routes.ts'
export { figuresOfTest } from './present-test.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, secrets }) => {
  const deps = {
    secrets,
    acsUrl: () => acsUrl(config.acs),
    publicHost: () => publicHostOf(acsUrl(config.acs)),
  }
  return {
    routes: (app) => lineTestRoutes(app, deps),
    jobs: () => ({ ...lineTestJobs, ...gatewayPingJobs }),
    sweeps: () => [...lineTestSweeps(deps), gatewayPingSweep(deps)],
  }
}
