import type { ServerModuleFactory } from '../../platform/module.ts'
import { acsUrl } from '../cwmp/index.ts'
import { lineTestJobs, lineTestSweeps } from './line-tests.jobs.ts'
import { lineTestRoutes } from './line-tests.routes.ts'

export { lineTestRoutes } from './line-tests.routes.ts'
export { figuresOfTest } from './present-test.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, secrets }) => ({
  routes: (app) => lineTestRoutes(app, { secrets, acsUrl: () => acsUrl(config.acs) }),
  jobs: () => lineTestJobs,
  sweeps: () => lineTestSweeps,
})
