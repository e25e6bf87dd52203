import type { ServerModuleFactory } from '../../platform/module.ts'
import { settingsRoutes } from './settings.routes.ts'
import { settingsSweeps } from './settings.sweeps.ts'

export { prefixOfHost, signInBranding, signInLanguage } from './branding.service.ts'
export { documentVersions, platformDocuments } from './documents.service.ts'
export { platformSettings } from './platform-settings.service.ts'
export { settingsRoutes } from './settings.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => settingsRoutes(app, deps),
  sweeps: settingsSweeps,
})
