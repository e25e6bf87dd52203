import { companyApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { pageAudit } from './audit.service.ts'

export function auditRoutes(app: App): void {
  route(app, companyApi.pageAudit, (ctx, input) => pageAudit(ctx, input))
}
