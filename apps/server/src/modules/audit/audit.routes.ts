import { auditApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { exportAudit } from './audit-export.service.ts'
import { auditCompanies, pageAudit } from './audit.service.ts'

export function auditRoutes(app: App): void {
  route(app, auditApi.pageAudit, (ctx, input) => pageAudit(ctx, input))
  route(app, auditApi.exportAudit, (ctx, input) => exportAudit(ctx, input))
  route(app, auditApi.auditCompanies, (ctx, input) => auditCompanies(ctx, input))
}
