import { tenantApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import {
  cancelTenantDeletion,
  deleteTenant,
  downloadTenantExport,
  liftTombstone,
  pageTombstones,
  retryTenantExport,
} from './tenant-deletion.service.ts'
import { importTenants } from './tenant-import.service.ts'
import {
  convertTenant,
  convertTenants,
  deactivateTenant,
  extendTenant,
  extendTenants,
  freezeTenant,
  freezeTenants,
  reactivateTenant,
  thawTenant,
  thawTenants,
  toldOutcome,
} from './tenant-moves.service.ts'
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
  route(app, tenantApi.exportTenants, (ctx, input) => exportTenants(ctx, input))
  route(app, tenantApi.getTenant, (ctx, input) => getTenant(ctx, input))
  route(app, tenantApi.tenantTimeline, (ctx, input) => tenantTimeline(ctx, input))
  route(app, tenantApi.createTenant, (ctx, input) => createTenant(deps, ctx, input))
  route(app, tenantApi.importTenants, (ctx, _input, file) => importTenants(ctx, file))
  route(app, tenantApi.editTenant, (ctx, input) => editTenant(ctx, input))
  routeInSteps(app, tenantApi.uploadTenantLogo, (ctx, input, file) =>
    uploadTenantLogo(ctx, input, file!, deps.secrets),
  )
  route(app, tenantApi.removeTenantLogo, (ctx, input) => removeTenantLogo(ctx, input))
  route(app, tenantApi.inviteAdministrator, (ctx, input) => inviteAdministrator(deps, ctx, input))

  route(app, tenantApi.freezeTenant, (ctx, input) => freezeTenant(ctx, input))
  route(app, tenantApi.thawTenant, (ctx, input) => thawTenant(ctx, input))
  route(app, tenantApi.deactivateTenant, (ctx, input) => deactivateTenant(ctx, input))
  route(app, tenantApi.reactivateTenant, (ctx, input) => reactivateTenant(ctx, input))
  route(app, tenantApi.convertTenant, (ctx, input) => convertTenant(ctx, input))
  route(app, tenantApi.extendTenant, (ctx, input) => extendTenant(ctx, input))
  routeInSteps(app, tenantApi.freezeTenants, async (ctx, input) =>
    toldOutcome(await ctx.inTransaction(null, (inside) => freezeTenants(inside, input))),
  )
  routeInSteps(app, tenantApi.thawTenants, async (ctx, input) =>
    toldOutcome(await ctx.inTransaction(null, (inside) => thawTenants(inside, input))),
  )
  routeInSteps(app, tenantApi.convertTenants, async (ctx, input) =>
    toldOutcome(await ctx.inTransaction(null, (inside) => convertTenants(inside, input))),
  )
  routeInSteps(app, tenantApi.extendTenants, async (ctx, input) =>
    toldOutcome(await ctx.inTransaction(null, (inside) => extendTenants(inside, input))),
  )

  route(app, tenantApi.deleteTenant, (ctx, input) => deleteTenant(ctx, input))
  route(app, tenantApi.cancelTenantDeletion, (ctx, input) => cancelTenantDeletion(ctx, input))
  route(app, tenantApi.retryTenantExport, (ctx, input) => retryTenantExport(ctx, input))
  route(app, tenantApi.downloadTenantExport, (ctx, input) => downloadTenantExport(ctx, input))
  route(app, tenantApi.pageTombstones, (ctx, input) => pageTombstones(ctx, input))
  route(app, tenantApi.liftTombstone, (ctx, input) => liftTombstone(ctx, input))
}
