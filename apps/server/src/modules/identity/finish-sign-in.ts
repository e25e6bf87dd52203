import { randomBytes } from 'node:crypto'
import type { OutputOf, signInApi } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { platformSettings } from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { personRepo } from './person.repo.ts'
import { sessionRepo } from './session.repo.ts'
import { issueTicket } from './tickets.ts'

/** How somebody has proved who they are so far. */
export type Factor = 'password' | 'code' | 'invitation' | 'second_factor'

export const ticketSeconds = { second_factor: 300, complete_account: 1800 } as const

export interface Proved {
  readonly personId: string
  /** Where the session opens; without it the prefix decides, then the home company. */
  readonly companyId?: string | null
  readonly prefix?: string
  readonly factors: readonly Factor[]
  /** Of the password that was proved: no session opens by one that was changed meanwhile. */
  readonly passwordHash?: string | null
}

/**
 * What comes after a proof: why it is of no use (which only those are told who know the password), the second factor,
 * an account that is to be completed, and at last a session, always under a new token of ours.
 * @throws AppError 40027, 40031, 40032; sign_in.second_factor and sign_in.complete_account with `data.ticket`
 */
export async function finishSignIn(
  deps: IdentityDeps,
  call: CallContext,
  proved: Proved,
): Promise<OutputOf<typeof signInApi.signIn>> {
  const { scopes } = deps
  const { personId, factors } = proved
  const standing = await personRepo.standing(scopes, personId, proved.companyId ?? null, proved.prefix ?? '')
  const companyId = standing?.company_id ?? null
  if (standing === null || standing.refusal !== null || companyId === null)
    throw new AppError(standing?.refusal ?? '40032')

  const next = async (purpose: 'second_factor' | 'complete_account'): Promise<AppError> => {
    const ticket = await issueTicket(deps, {
      purpose,
      personId,
      companyId,
      data: { factors },
      seconds: ticketSeconds[purpose],
    })
    return new AppError(`sign_in.${purpose}`, { data: { ticket } })
  }
  if (standing.second_factor && !factors.includes('second_factor')) throw await next('second_factor')
  if (standing.must_complete) throw await next('complete_account')

  const { sessionIdleMinutes, sessionHours } = await platformSettings(scopes)
  const accessToken = randomBytes(32).toString('base64url')
  const expiresAt = await sessionRepo.open(scopes, {
    tokenHash: hashToken(accessToken),
    personId,
    companyId,
    idleSeconds: sessionIdleMinutes * 60,
    absoluteSeconds: sessionHours * 3600,
    remoteAddress: call.remoteAddress,
    userAgent: call.userAgent,
    passwordHash: proved.passwordHash ?? null,
  })
  if (expiresAt === null) throw new AppError('sign_in.wrong')
  return { tokenType: 'Bearer', accessToken, expiresAt }
}
