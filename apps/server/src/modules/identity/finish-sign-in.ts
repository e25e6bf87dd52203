import { randomBytes } from 'node:crypto'
import type { OutputOf, signInApi } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { frozenCompany } from '../../platform/db/frozen.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { platformSettings } from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { acceptanceRepo } from './acceptance.repo.ts'
import { personRepo } from './person.repo.ts'
import { type OutsideProof, sessionRepo } from './session.repo.ts'
import { issueTicket } from './tickets.ts'

/** How the person has proved their identity so far. */
export type Factor = 'password' | 'code' | 'invitation' | 'outside' | 'second_factor'

export const ticketSeconds = { second_factor: 300, complete_account: 1800, documents: 1800 } as const

export interface Proved {
  readonly personId: string
  /** Where the session opens; by default the prefix decides, then the home company. */
  readonly companyId?: string | null
  readonly prefix?: string
  readonly factors: readonly Factor[]
  /** Hash of the proved password: no session opens if it has changed since. */
  readonly passwordHash?: string | null
  /** Of the factor `outside`. */
  readonly outside?: OutsideProof | null
}

/** The part of a ticket's data by which the next step goes on. */
export function provedBy(data: Readonly<Record<string, unknown>>): Pick<Proved, 'factors' | 'outside'> {
  return {
    factors: (data['factors'] ?? []) as Factor[],
    outside: (data['outside'] ?? null) as OutsideProof | null,
  }
}

/**
 * Steps after a proof: why it cannot be used (shown only to callers that know the password), the second
 * factor, an account to complete, documents to accept, and finally a session, always under a new server-issued token.
 * @throws AppError 40027, 40031, 40032; sign_in.outside_only; sign_in.second_factor, sign_in.complete_account and
 * sign_in.documents with `data.ticket`
 */
export async function finishSignIn(
  deps: IdentityDeps,
  call: CallContext,
  proved: Proved,
): Promise<OutputOf<typeof signInApi.signIn>> {
  const { scopes } = deps
  const { personId, factors, outside = null } = proved
  const standing = await personRepo.standing(scopes, personId, proved.companyId ?? null, proved.prefix ?? '')
  const companyId = standing?.company_id ?? null
  if (standing === null || standing.refusal !== null || companyId === null)
    throw standing?.refusal === '40027' && companyId !== null
      ? await frozenCompany(scopes, call, companyId)
      : new AppError(standing?.refusal ?? '40032')

  const next = async (purpose: keyof typeof ticketSeconds, more: object = {}): Promise<AppError> => {
    const ticket = await issueTicket(deps, {
      purpose,
      personId,
      companyId,
      data: { factors, outside },
      seconds: ticketSeconds[purpose],
    })
    return new AppError(`sign_in.${purpose}`, { data: { ticket, ...more } })
  }
  if (standing.outside_only && outside === null) throw new AppError('sign_in.outside_only')
  if (standing.second_factor && !factors.includes('second_factor')) throw await next('second_factor')
  if (standing.must_complete) throw await next('complete_account')
  const documents = await acceptanceRepo.missing(scopes, personId)
  if (documents.length > 0) throw await next('documents', { documents })

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
    outside,
  })
  if (expiresAt === null) throw new AppError('sign_in.wrong')
  return { tokenType: 'Bearer', accessToken, expiresAt }
}
