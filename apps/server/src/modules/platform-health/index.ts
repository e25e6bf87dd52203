import type { ServerModuleFactory } from '../../platform/module.ts'
import { healthRepo } from './health.repo.ts'
import { platformHealthRoutes } from './platform-health.routes.ts'

export { platformHealthRoutes } from './platform-health.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => platformHealthRoutes(app),
  sweeps: () => [
    { name: 'platform_health.keep', everySeconds: 60, run: ({ scopes }) => healthRepo.keep(scopes) },
  ],
})
