import { personalTokenApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { endPersonalToken, makePersonalToken, personalTokens } from './personal-tokens.service.ts'

export function personalTokenRoutes(app: App): void {
  routes(app, personalTokenApi, { personalTokens, makePersonalToken, endPersonalToken })
}
