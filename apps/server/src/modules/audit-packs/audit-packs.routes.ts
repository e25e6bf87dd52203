import { auditPackApi as api } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import { deleteAuditPack, downloadAuditPack, makeAuditPack, pageAuditPacks } from './packs.service.ts'

export function auditPackRoutes(app: App): void {
  route(app, api.pageAuditPacks, pageAuditPacks)
  route(app, api.makeAuditPack, makeAuditPack)
  routeInSteps(app, api.downloadAuditPack, downloadAuditPack)
  route(app, api.deleteAuditPack, deleteAuditPack)
}
