import type { ServerModuleFactory } from '../../platform/module.ts'
import { auditRoutes } from './audit.routes.ts'

export { auditColumns } from './audit-columns.ts'
export { withNames } from './audit-names.ts'
export { type AuditRow, auditRepo } from './audit.repo.ts'
export { auditRoutes } from './audit.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: auditRoutes })
