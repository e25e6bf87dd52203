import { identityApi, signInApi, signOnApi } from '@netward/contract'
import { type App, publicRoute, route } from '../../platform/http/route.ts'
import { requestCode } from './code-requests.service.ts'
import { acceptDocuments, readDocument } from './documents.service.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { heldPermissions, signOut, userInfo } from './identity.service.ts'
import { imageCodePicture } from './image-codes.ts'
import { forgotPassword, resetPassword } from './password-reset.service.ts'
import { signInPage, waysIn } from './sign-in-page.service.ts'
import { secondFactor, signIn } from './sign-in.service.ts'

export function identityRoutes(app: App, deps: IdentityDeps): void {
  publicRoute(app, signInApi.signIn, (call, input) => signIn(deps, call, input))
  publicRoute(app, signInApi.secondFactor, (call, input) => secondFactor(deps, call, input))
  publicRoute(app, signInApi.acceptDocuments, (call, input) => acceptDocuments(deps, call, input))
  publicRoute(app, signInApi.readDocument, (_call, input) => readDocument(deps, input))
  publicRoute(app, signInApi.imageCodePicture, (call) => imageCodePicture(deps, call))
  publicRoute(app, signInApi.requestCode, (call, input) => requestCode(deps, call, input))
  publicRoute(app, signInApi.forgotPassword, (call, input) => forgotPassword(deps, call, input))
  publicRoute(app, signInApi.resetPassword, (call, input) => resetPassword(deps, call, input))
  publicRoute(app, signInApi.signInPage, (_call, input) => signInPage(deps, input))
  publicRoute(app, signOnApi.signInWays, (_call, { companyCode }) =>
    waysIn(deps, { prefix: '', companyCode }),
  )
  route(app, identityApi.signOut, (ctx) => signOut(ctx))
  route(app, identityApi.userInfo, (ctx) => userInfo(ctx))
  route(app, identityApi.checkIdentity, async (ctx) => ({ identity: ctx.scope.identity }))
  route(app, identityApi.permissionCodeList, (ctx) => heldPermissions(ctx))
}
