import { offboardingApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import * as credentials from './credentials.service.ts'
import * as offboarding from './offboarding.service.ts'

export function offboardingRoutes(app: App): void {
  routes(app, offboardingApi, { ...offboarding, ...credentials })
}
