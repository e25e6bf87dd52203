import { companyApi, identityApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { createCompany, memberships, pageCompanies, tenantsToActIn } from './companies.service.ts'

export function organisationRoutes(app: App): void {
  route(app, companyApi.createCompany, (ctx, input) => createCompany(ctx, input))
  route(app, companyApi.pageCompanies, (ctx, input) => pageCompanies(ctx, input))
  route(app, identityApi.allTenants, (ctx, { search }) => tenantsToActIn(ctx, search ?? ''))
  route(app, identityApi.memberships, (ctx) => memberships(ctx))
}
