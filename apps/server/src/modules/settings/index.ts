export { prefixOfHost, signInBranding, signInLanguage } from './branding.service.ts'
export { platformSettings } from './platform-settings.service.ts'
export { settingsSweeps } from './settings.sweeps.ts'
export { settingsRoutes } from './settings.routes.ts'
