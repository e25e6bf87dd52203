import { accountApi, invitationApi, registrationApi } from '@netward/contract'
import { type App, publicRoute, route, routeInSteps } from '../../platform/http/route.ts'
import type { IdentityDeps } from '../identity/index.ts'
import { acceptInvitation, openInvitation } from './accept-invitation.service.ts'
import { accountToComplete, completeAccount } from './complete-account.service.ts'
import { createAdministrator, inviteAdministratorByLink, inviteByLink } from './handed-over.service.ts'
import { importInvitations, previewInvitations } from './invitation-import.service.ts'
import { invite, pageInvitations, resendInvitation, revokeInvitation } from './invitations.service.ts'
import {
  account,
  changeEmail,
  changePassword,
  changePhone,
  setPreferences,
  editAccount,
  requestContactCode,
} from './own-account.service.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.service.ts'
import {
  approveRegistration,
  pageRegistrations,
  refuseRegistration,
  register,
} from './registrations.service.ts'
import { beginTotp, confirmTotp, endTotp, renewRecoveryCodes } from './second-factor.service.ts'

export function accountRoutes(app: App, deps: IdentityDeps): void {
  publicRoute(app, registrationApi.register, (call, input) => register(deps, call, input))
  route(app, registrationApi.pageRegistrations, (ctx, input) => pageRegistrations(ctx, input))
  route(app, registrationApi.approveRegistration, (ctx, input) => approveRegistration(deps, ctx, input))
  route(app, registrationApi.refuseRegistration, (ctx, input) => refuseRegistration(deps, ctx, input))

  route(app, invitationApi.invite, (ctx, input) => invite(deps, ctx, input))
  route(app, invitationApi.inviteByLink, (ctx, input) => inviteByLink(deps, ctx, input))
  route(app, invitationApi.inviteAdministratorByLink, (ctx, input) =>
    inviteAdministratorByLink(deps, ctx, input),
  )
  routeInSteps(app, invitationApi.createAdministrator, (ctx, input) => createAdministrator(ctx, input))
  route(app, invitationApi.importInvitations, (ctx, _input, file) => importInvitations(deps, ctx, file))
  route(app, invitationApi.previewInvitations, (ctx, _input, file) => previewInvitations(deps, ctx, file))
  route(app, invitationApi.pageInvitations, (ctx, input) => pageInvitations(ctx, input))
  route(app, invitationApi.resendInvitation, (ctx, input) => resendInvitation(deps, ctx, input))
  route(app, invitationApi.revokeInvitation, (ctx, input) => revokeInvitation(ctx, input))
  publicRoute(app, invitationApi.invitationOf, (call, input) => openInvitation(deps, call, input))
  publicRoute(app, invitationApi.acceptInvitation, (call, input) => acceptInvitation(deps, call, input))

  publicRoute(app, accountApi.accountToComplete, (_call, input) => accountToComplete(deps, input))
  publicRoute(app, accountApi.completeAccount, (call, input) => completeAccount(deps, call, input))

  route(app, accountApi.account, (ctx) => account(deps, ctx))
  route(app, accountApi.editAccount, (ctx, input) => editAccount(ctx, input))
  route(app, accountApi.setPreferences, (ctx, input) => setPreferences(ctx, input))
  routeInSteps(app, accountApi.changePassword, (ctx, input) => changePassword(deps, ctx, input))
  routeInSteps(app, accountApi.requestContactCode, (ctx, input) => requestContactCode(deps, ctx, input))
  routeInSteps(app, accountApi.changePhone, (ctx, input) => changePhone(deps, ctx, input))
  routeInSteps(app, accountApi.changeEmail, (ctx, input) => changeEmail(deps, ctx, input))

  route(app, accountApi.ownSessions, (ctx) => ownSessions(ctx))
  route(app, accountApi.endOwnSession, (ctx, input) => endOwnSession(ctx, input))
  route(app, accountApi.endOtherSessions, (ctx) => endOtherSessions(ctx))

  routeInSteps(app, accountApi.beginTotp, (ctx, input) => beginTotp(deps, ctx, input))
  routeInSteps(app, accountApi.confirmTotp, (ctx, input) => confirmTotp(deps, ctx, input))
  routeInSteps(app, accountApi.renewRecoveryCodes, (ctx, input) => renewRecoveryCodes(deps, ctx, input))
  routeInSteps(app, accountApi.endTotp, (ctx, input) => endTotp(deps, ctx, input))
}
