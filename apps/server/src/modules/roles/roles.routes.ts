import { roleApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { detachRole, publishRole, roleCompanies, unpublishRole } from './publishing.service.ts'
import { exportRoles } from './role-export.service.ts'
import { createRole, deleteRole, editRole, previewRole } from './role-writing.service.ts'
import {
  chooseDefaultRole,
  defaultRole,
  getRole,
  pageRoleMembers,
  pageRoles,
  roleOutlets,
  rolesToGrant,
} from './roles.service.ts'
import { whyPermitted } from './why.service.ts'

export function roleRoutes(app: App): void {
  route(app, roleApi.pageRoles, (ctx, input) => pageRoles(ctx, input))
  route(app, roleApi.exportRoles, (ctx, input) => exportRoles(ctx, input))
  route(app, roleApi.role, (ctx, input) => getRole(ctx, input))
  route(app, roleApi.createRole, (ctx, input) => createRole(ctx, input))
  route(app, roleApi.editRole, (ctx, input) => editRole(ctx, input))
  route(app, roleApi.deleteRole, (ctx, input) => deleteRole(ctx, input))
  route(app, roleApi.previewRole, (ctx, input) => previewRole(ctx, input))
  route(app, roleApi.pageRoleMembers, (ctx, input) => pageRoleMembers(ctx, input))
  route(app, roleApi.rolesToGrant, (ctx) => rolesToGrant(ctx))
  route(app, roleApi.roleOutlets, (ctx, input) => roleOutlets(ctx, input))
  route(app, roleApi.roleCompanies, (ctx, input) => roleCompanies(ctx, input))
  route(app, roleApi.publishRole, (ctx, input) => publishRole(ctx, input))
  route(app, roleApi.unpublishRole, (ctx, input) => unpublishRole(ctx, input))
  route(app, roleApi.detachRole, (ctx, input) => detachRole(ctx, input))
  route(app, roleApi.whyPermitted, (ctx, input) => whyPermitted(ctx, input))
  route(app, roleApi.defaultRole, (ctx) => defaultRole(ctx))
  route(app, roleApi.chooseDefaultRole, (ctx, input) => chooseDefaultRole(ctx, input))
}
