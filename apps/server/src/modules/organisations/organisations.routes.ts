import { identityApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { memberships, tenantsToActIn } from './companies.service.ts'

export function organisationRoutes(app: App): void {
  route(app, identityApi.allTenants, (ctx, { search }) => tenantsToActIn(ctx, search ?? ''))
  route(app, identityApi.memberships, (ctx) => memberships(ctx))
}
