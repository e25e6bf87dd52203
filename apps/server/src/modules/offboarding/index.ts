import type { ServerModuleFactory } from '../../platform/module.ts'
import { offboardingRoutes } from './offboarding.routes.ts'

export { handOverAll } from './hand-over-all.ts'
export { offboardingRoutes } from './offboarding.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: offboardingRoutes })
