import type { ServerModuleFactory } from '../../platform/module.ts'
import { gatewaySettingRoutes } from './gateway-settings.routes.ts'

export { gatewaySettingRoutes } from './gateway-settings.routes.ts'
export { type KnownWan, knownWans } from './known-wans.ts'
export { refusalWords } from './refusal-words.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => gatewaySettingRoutes(app, deps),
})
