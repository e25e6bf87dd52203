import { companyApi, identityApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import { createCompany, memberships, pageCompanies, tenantsToActIn } from './companies.service.ts'
import { createMember, pageMembers, type Passwords } from './members.service.ts'

export function organisationRoutes(
  app: App,
  deps: { passwords: Passwords; heldPermissions: (ctx: RequestContext) => Promise<readonly string[]> },
): void {
  route(app, companyApi.createCompany, (ctx, input) => createCompany(ctx, input))
  route(app, companyApi.pageCompanies, (ctx, input) => pageCompanies(ctx, input))
  routeInSteps(app, companyApi.createMember, (ctx, input) =>
    createMember(ctx, input, deps.passwords, deps.heldPermissions),
  )
  route(app, companyApi.pageMembers, (ctx, input) => pageMembers(ctx, input))
  route(app, identityApi.allTenants, (ctx, { search }) => tenantsToActIn(ctx, search ?? ''))
  route(app, identityApi.memberships, (ctx) => memberships(ctx))
}
