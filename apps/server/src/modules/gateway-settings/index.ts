export { gatewaySettingRoutes } from './gateway-settings.routes.ts'
