import { auditApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import * as auditExport from './audit-export.service.ts'
import * as audit from './audit.service.ts'

export function auditRoutes(app: App): void {
  routes(app, auditApi, { ...audit, ...auditExport })
}
