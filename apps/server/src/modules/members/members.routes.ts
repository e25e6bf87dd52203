import { memberApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { IdentityDeps } from '../identity/index.ts'
import {
  createDepartment,
  deleteDepartment,
  departments,
  moveDepartment,
  renameDepartment,
} from './departments.service.ts'
import { offeredRoles } from './granting.ts'
import { changeMemberRoles, moveMembers, removeMembers, setMemberStatus } from './member-batch.service.ts'
import { exportMembers } from './member-export.service.ts'
import {
  createMember,
  editMember,
  pageMembers,
  removeMember,
  sendMemberResetLink,
} from './members.service.ts'

export function memberRoutes(app: App, deps: IdentityDeps): void {
  route(app, memberApi.departments, (ctx) => departments(ctx))
  route(app, memberApi.createDepartment, (ctx, input) => createDepartment(ctx, input))
  route(app, memberApi.renameDepartment, (ctx, input) => renameDepartment(ctx, input))
  route(app, memberApi.moveDepartment, (ctx, input) => moveDepartment(ctx, input))
  route(app, memberApi.deleteDepartment, (ctx, input) => deleteDepartment(ctx, input))

  routeInSteps(app, memberApi.createMember, (ctx, input) => createMember(deps, ctx, input))
  route(app, memberApi.pageMembers, (ctx, input) => pageMembers(ctx, input))
  route(app, memberApi.exportMembers, (ctx, input) => exportMembers(ctx, input))
  route(app, memberApi.rolesToGive, (ctx) => offeredRoles(ctx))
  route(app, memberApi.editMember, (ctx, input) => editMember(ctx, input))
  routeInSteps(app, memberApi.moveMembers, (ctx, input) => moveMembers(ctx, input))
  routeInSteps(app, memberApi.setMemberStatus, (ctx, input) => setMemberStatus(ctx, input))
  routeInSteps(app, memberApi.changeMemberRoles, (ctx, input) => changeMemberRoles(ctx, input))
  routeInSteps(app, memberApi.removeMembers, (ctx, input) => removeMembers(ctx, input))
  route(app, memberApi.removeMember, (ctx, input) => removeMember(ctx, input))
  routeInSteps(app, memberApi.sendMemberResetLink, (ctx, input) => sendMemberResetLink(deps, ctx, input))
}
