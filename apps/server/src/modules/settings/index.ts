export { signInBranding } from './branding.service.ts'
export { platformSettings } from './platform-settings.service.ts'
export { settingsRoutes } from './settings.routes.ts'
