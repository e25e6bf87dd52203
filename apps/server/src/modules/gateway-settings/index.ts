export { gatewaySettingRoutes } from './gateway-settings.routes.ts'
export { type KnownWan, knownWans } from './known-wans.ts'
export { refusalWords } from './refusal-words.ts'
