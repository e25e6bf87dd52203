import { memberApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { IdentityDeps } from '../identity/index.ts'
import * as departments from './departments.service.ts'
import { offeredRoles } from './granting.ts'
import * as memberBatch from './member-batch.service.ts'
import * as memberExport from './member-export.service.ts'
import * as members from './members.service.ts'
import { createMember, sendMemberResetLink } from './members.service.ts'

export function memberRoutes(app: App, deps: IdentityDeps): void {
  routes(
    app,
    memberApi,
    { ...departments, ...memberExport, ...members, rolesToGive: offeredRoles },
    {
      ...memberBatch,
      createMember: (ctx, input) => createMember(deps, ctx, input),
      sendMemberResetLink: (ctx, input) => sendMemberResetLink(deps, ctx, input),
    },
  )
}
