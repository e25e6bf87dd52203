import type { ServerModuleFactory } from '../../platform/module.ts'
import { personalTokenRoutes } from './personal-tokens.routes.ts'
import { personalTokenSweep } from './personal-tokens.sweeps.ts'

export { personalTokenRoutes } from './personal-tokens.routes.ts'
export { personalTokenSweep } from './personal-tokens.sweeps.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: personalTokenRoutes,
  sweeps: () => [personalTokenSweep],
})
