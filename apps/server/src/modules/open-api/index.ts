export { openApiRoutes } from './open-api.routes.ts'
export { openApiSweeps } from './open-api.sweeps.ts'
export { issueAccessToken } from './tokens.service.ts'
