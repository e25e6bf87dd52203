import type { ServerModuleFactory } from '../../platform/module.ts'
import { licenceFileRepo } from './licence-file.repo.ts'
import { licenceRoutes } from './licences.routes.ts'
import { licenceSweeps } from './licences.sweeps.ts'
import { signingKey } from './signing-key.ts'

export { licenceRoutes } from './licences.routes.ts'
export { licenceSweeps } from './licences.sweeps.ts'
export { deviceQuota, requireDeviceRoom } from './usage.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  async routes(app) {
    // Created at start, since reads never write.
    await signingKey(deps)
    const { licenceIssuers, licenceMode } = deps.config
    await licenceFileRepo.setMode(deps.scopes, licenceMode)
    licenceRoutes(app, { ...deps, licenceIssuers, licenceMode })
  },
  sweeps: () => licenceSweeps(deps),
})
