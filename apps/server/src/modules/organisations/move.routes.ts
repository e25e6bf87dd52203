import { companyMoveApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import { moveCompany, moveCustomers, moveTargets, previewMove } from './move.service.ts'

export function companyMoveRoutes(app: App, deps: MessageDeps): void {
  route(app, companyMoveApi.previewMove, (ctx, input) => previewMove(ctx, input))
  route(app, companyMoveApi.moveTargets, (ctx, input) => moveTargets(ctx, input))
  route(app, companyMoveApi.moveCompany, (ctx, input) => moveCompany(deps, ctx, input))
  route(app, companyMoveApi.moveCustomers, (ctx, input) => moveCustomers(ctx, input))
}
