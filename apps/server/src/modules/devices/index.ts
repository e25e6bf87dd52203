export { deviceRoutes } from './devices.routes.ts'
