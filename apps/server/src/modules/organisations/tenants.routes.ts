import { tenantApi, tenantDeletionApi, tenantMoveApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import {
  cancelTenantDeletion,
  deleteTenant,
  liftTombstone,
  pageTombstones,
  retryTenantExport,
} from './tenant-deletion.service.ts'
import { downloadTenantExport } from './tenant-export.service.ts'
import { importTenants, previewTenants } from './tenant-import.service.ts'
import { tenantMove, tenantMoves } from './tenant-moves.service.ts'
import { tenantTree } from './tenant-tree.service.ts'
import {
  createTenant,
  editTenant,
  exportTenants,
  getTenant,
  inviteAdministrator,
  pageTenants,
  removeTenantLogo,
  tenantTimeline,
  uploadTenantLogo,
} from './tenants.service.ts'

export function tenantRoutes(app: App, deps: MessageDeps): void {
  route(app, tenantApi.pageTenants, (ctx, input) => pageTenants(ctx, input))
  route(app, tenantApi.tenantTree, (ctx, input) => tenantTree(ctx, input))
  route(app, tenantApi.exportTenants, (ctx, input) => exportTenants(ctx, input))
  route(app, tenantApi.getTenant, (ctx, input) => getTenant(ctx, input))
  route(app, tenantApi.tenantTimeline, (ctx, input) => tenantTimeline(ctx, input))
  route(app, tenantApi.createTenant, (ctx, input) => createTenant(deps, ctx, input))
  route(app, tenantApi.importTenants, (ctx, input, file) => importTenants(deps, ctx, input, file))
  route(app, tenantApi.previewTenants, (ctx, _input, file) => previewTenants(deps, ctx, file))
  route(app, tenantApi.editTenant, (ctx, input) => editTenant(deps, ctx, input))
  routeInSteps(app, tenantApi.uploadTenantLogo, (ctx, input, file) =>
    uploadTenantLogo(ctx, input, file!, deps.secrets),
  )
  route(app, tenantApi.removeTenantLogo, (ctx, input) => removeTenantLogo(ctx, input))
  route(app, tenantApi.inviteAdministrator, (ctx, input) => inviteAdministrator(deps, ctx, input))

  route(app, tenantMoveApi.freezeTenant, tenantMove.freeze)
  route(app, tenantMoveApi.thawTenant, tenantMove.thaw)
  route(app, tenantMoveApi.deactivateTenant, tenantMove.deactivate)
  route(app, tenantMoveApi.reactivateTenant, tenantMove.reactivate)
  route(app, tenantMoveApi.convertTenant, tenantMove.convert)
  route(app, tenantMoveApi.extendTenant, tenantMove.extend)
  routeInSteps(app, tenantMoveApi.freezeTenants, tenantMoves.freeze)
  routeInSteps(app, tenantMoveApi.thawTenants, tenantMoves.thaw)
  routeInSteps(app, tenantMoveApi.deactivateTenants, tenantMoves.deactivate)
  routeInSteps(app, tenantMoveApi.reactivateTenants, tenantMoves.reactivate)
  routeInSteps(app, tenantMoveApi.convertTenants, tenantMoves.convert)
  routeInSteps(app, tenantMoveApi.extendTenants, tenantMoves.extend)

  route(app, tenantDeletionApi.deleteTenant, (ctx, input) => deleteTenant(ctx, input))
  route(app, tenantDeletionApi.cancelTenantDeletion, (ctx, input) => cancelTenantDeletion(ctx, input))
  route(app, tenantDeletionApi.retryTenantExport, (ctx, input) => retryTenantExport(ctx, input))
  routeInSteps(app, tenantDeletionApi.downloadTenantExport, (ctx, input) => downloadTenantExport(ctx, input))
  route(app, tenantDeletionApi.pageTombstones, (ctx, input) => pageTombstones(ctx, input))
  route(app, tenantDeletionApi.liftTombstone, (ctx, input) => liftTombstone(ctx, input))
}
