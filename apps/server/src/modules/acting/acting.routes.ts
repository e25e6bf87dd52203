import { actingApi, staffGrantApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import {
  actingOverview,
  admitAgain,
  approveAccess,
  pageAccesses,
  refuseAccess,
  sendOut,
  setActingConsent,
} from './consent.service.ts'
import { askToEnter, breakGlass, leaveTenant, tenantsToEnter } from './entry.service.ts'
import {
  createStaffGrants,
  editStaffGrant,
  pageStaffGrants,
  revokeStaffGrants,
  staffChoices,
} from './staff-grants.service.ts'
import {
  createTenantGroup,
  deleteTenantGroup,
  editTenantGroup,
  pageGroupTenants,
  pageTenantGroups,
} from './tenant-groups.service.ts'

export function actingRoutes(app: App, deps: MessageDeps): void {
  route(app, actingApi.tenantsToEnter, tenantsToEnter)
  route(app, actingApi.askToEnter, (ctx, input) => askToEnter(deps, ctx, input))
  route(app, actingApi.breakGlass, (ctx, input) => breakGlass(deps, ctx, input))
  route(app, actingApi.leaveTenant, (ctx) => leaveTenant(app.scopes, ctx))

  route(app, actingApi.actingOverview, actingOverview)
  route(app, actingApi.setActingConsent, setActingConsent)
  route(app, actingApi.pageAccesses, pageAccesses)
  route(app, actingApi.approveAccess, (ctx, input) => approveAccess(deps, ctx, input))
  route(app, actingApi.refuseAccess, (ctx, input) => refuseAccess(deps, ctx, input))
  route(app, actingApi.sendOut, sendOut)
  route(app, actingApi.admitAgain, admitAgain)

  route(app, staffGrantApi.pageStaffGrants, pageStaffGrants)
  route(app, staffGrantApi.staffChoices, staffChoices)
  route(app, staffGrantApi.createStaffGrants, createStaffGrants)
  route(app, staffGrantApi.editStaffGrant, editStaffGrant)
  route(app, staffGrantApi.revokeStaffGrants, revokeStaffGrants)
  route(app, staffGrantApi.pageTenantGroups, pageTenantGroups)
  route(app, staffGrantApi.pageGroupTenants, pageGroupTenants)
  route(app, staffGrantApi.createTenantGroup, createTenantGroup)
  route(app, staffGrantApi.editTenantGroup, editTenantGroup)
  route(app, staffGrantApi.deleteTenantGroup, deleteTenantGroup)
}
