import { partClaimApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  answerPartClaim,
  endPartClaim,
  pagePartClaims,
  exportPartClaims,
  sendPartClaims,
} from './part-claims.service.ts'

export function partClaimRoutes(app: App): void {
  routes(app, partClaimApi, {
    pagePartClaims,
    exportPartClaims,
    sendPartClaims,
    answerPartClaim,
    endPartClaim,
  })
}
