import { signOnApi } from '@netward/contract'
import { type App, publicRoute, route, routeInSteps } from '../../platform/http/route.ts'
import { addSignOnLink, pageIntegrationCalls, pageSignOnLinks, removeSignOnLink } from './links.service.ts'
import { linkOwnAccount, ownSignOns, unlinkOwnAccount } from './own-links.service.ts'
import { signOnPages } from './pages.routes.ts'
import { redeem, signInByDirectory } from './redeem.service.ts'
import type { SignOnDeps } from './sign-on-deps.ts'

export function signOnRoutes(app: App, deps: SignOnDeps): void {
  signOnPages(app, deps)
  publicRoute(app, signOnApi.redeemSignOn, (call, input) => redeem(deps, call, input))
  publicRoute(app, signOnApi.signInByDirectory, (call, input) => signInByDirectory(deps, call, input))
  route(app, signOnApi.ownSignOns, (ctx) => ownSignOns(ctx))
  routeInSteps(app, signOnApi.linkOwnAccount, (ctx, input) => linkOwnAccount(deps, ctx, input))
  routeInSteps(app, signOnApi.unlinkOwnAccount, (ctx, input) => unlinkOwnAccount(deps, ctx, input))
  route(app, signOnApi.pageSignOnLinks, (ctx, input) => pageSignOnLinks(ctx, input))
  route(app, signOnApi.addSignOnLink, (ctx, input) => addSignOnLink(ctx, input))
  route(app, signOnApi.removeSignOnLink, (ctx, input) => removeSignOnLink(ctx, input))
  route(app, signOnApi.pageIntegrationCalls, (ctx, input) => pageIntegrationCalls(ctx, input))
}
