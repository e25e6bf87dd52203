import { identityApi } from '@netward/contract'
import { type App, publicRoute, route } from '../../platform/http/route.ts'
import { heldPermissions, signIn, signOut, userInfo } from './identity.service.ts'

export function identityRoutes(app: App): void {
  publicRoute(app, identityApi.signIn, (call, input) => signIn(app.scopes, call, input))
  route(app, identityApi.signOut, (ctx) => signOut(ctx))
  route(app, identityApi.userInfo, (ctx) => userInfo(ctx))
  route(app, identityApi.checkIdentity, async (ctx) => ({ identity: ctx.scope.identity }))
  route(app, identityApi.permissionCodeList, (ctx) => heldPermissions(ctx))
}
