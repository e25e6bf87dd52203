import type { ServerModuleFactory } from '../../platform/module.ts'
import { identityRoutes } from './identity.routes.ts'
import { identitySweeps } from './identity.sweeps.ts'
import { identityJobs } from './password-reset.service.ts'

export { type Attempt, attemptOn, networkKeys, reservations, secondFactorKey } from './attempts.ts'
export { sendCode, spendCode, tooSoon } from './codes.ts'
export { refuseCommon } from './common-passwords.ts'
export { type Factor, finishSignIn, provedBy } from './finish-sign-in.ts'
export { generatePassword, prepareInstallation } from './first-start.ts'
export type { IdentityDeps } from './identity-deps.ts'
export { requireImageCode, reserveWithImageCode } from './image-codes.ts'
export { identityRoutes } from './identity.routes.ts'
export { heldPermissions, narrowTo } from './identity.service.ts'
export { hashPassword, passwordMatches } from './password.ts'
export { identityJobs, queueResetLink } from './password-reset.service.ts'
export { refuseWeak } from './password-policy.ts'
export { passwordMatchesOf, provedPasswordHash, setPassword } from './passwords.service.ts'
export { recoveryCodeHash, totpContext, verifySecondFactor } from './second-factor.ts'
export type { OutsideProof } from './session.repo.ts'
export { issueTicket, readTicket, spendTicket } from './tickets.ts'
export { base32, totpCode, totpStepOf } from './totp.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => identityRoutes(app, deps),
  jobs: () => identityJobs(deps),
  sweeps: identitySweeps,
})
