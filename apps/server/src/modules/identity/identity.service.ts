import { randomBytes } from 'node:crypto'
import type { identityApi, InputOf, OutputOf } from '@netward/contract'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext, RequestContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { getCompany } from '../organisations/index.ts'
import { passwordMatches } from './password.ts'
import { sessionRepo } from './session.repo.ts'

const idleSeconds = 12 * 3600
const absoluteSeconds = 7 * 24 * 3600

/** Attempts that cost nothing yet: for an account from one address, for the account from anywhere, for an address. */
const freeAttempts = { accountAtAddress: 5, account: 20, address: 100 }

/**
 * What attempts on one account are counted under. A name that says its company, a mail address and a phone are found
 * whatever the prefix: a prefix that changes with every attempt must not begin the count anew.
 */
function accountKey(name: string, prefix: string): string {
  const place = /@|^\+?[0-9]+$/.test(name) ? '' : prefix.toLowerCase()
  return `account:${place}/${name.toLowerCase()}`
}

/** Signs in. An unknown account, a wrong password and one without a password answer the same, in the same time. */
export async function signIn(
  scopes: Scopes,
  call: CallContext,
  { username, password, prefix = '' }: InputOf<typeof identityApi.signIn>,
): Promise<OutputOf<typeof identityApi.signIn>> {
  const name = username.trim()
  const account = accountKey(name, prefix)
  const source = sourceOf(call.remoteAddress)
  const address = `address:${source}`
  const keys = [
    { key: `${account}@${source}`, free: freeAttempts.accountAtAddress },
    { key: account, free: freeAttempts.account },
    { key: address, free: freeAttempts.address },
  ]
  const seconds = await sessionRepo.reserveAttempt(scopes, keys)
  if (seconds > 0)
    throw new AppError('sign_in.wait', { params: { seconds }, data: { retryAfterSeconds: seconds } })

  const found = await sessionRepo.find(scopes, name, prefix)
  if (!(await passwordMatches(found?.password_hash ?? null, password)) || !found) {
    await sessionRepo.noteRefusal(scopes, {
      companyId: found?.company_id ?? null,
      personId: found?.person_id ?? null,
      name: name.slice(0, 100),
      action: 'sign_in.failed',
      detail: { remoteAddress: call.remoteAddress },
      requestId: call.requestId,
    })
    throw new AppError('sign_in.wrong')
  }
  await sessionRepo.forgiveAttempt(scopes, [`${account}@${source}`, account], address)
  // Only somebody who knows the password is told why it is of no use.
  if (found.refusal !== null) throw new AppError(found.refusal)

  const accessToken = randomBytes(32).toString('base64url')
  const expiresAt = await sessionRepo.open(scopes, {
    tokenHash: hashToken(accessToken),
    personId: found.person_id,
    companyId: found.company_id,
    idleSeconds,
    absoluteSeconds,
    remoteAddress: call.remoteAddress,
    userAgent: call.userAgent,
  })
  return { tokenType: 'Bearer', accessToken, expiresAt }
}

export async function signOut(ctx: RequestContext): Promise<null> {
  await sessionRepo.end(ctx, '40005')
  await ctx.audit({ action: 'session.ended', subjectKind: 'session', subjectId: ctx.scope.sessionId })
  return null
}

export async function userInfo(ctx: RequestContext): Promise<OutputOf<typeof identityApi.userInfo>> {
  const account = await sessionRepo.account(ctx)
  const company = await getCompany(ctx, ctx.scope.companyId)
  return {
    userCode: ctx.scope.personId,
    osId: ctx.scope.osId,
    companyId: ctx.scope.homeCompanyId,
    userIdentity: ctx.scope.identity,
    userName: account?.user_name ?? '',
    displayName: ctx.scope.actorName,
    companyName: company.name,
    companyCode: company.code,
    companyPrefix: company.prefix,
  }
}

/** The codes that the session holds in the company acted in. */
export function heldPermissions(ctx: RequestContext): Promise<string[]> {
  return sessionRepo.heldPermissions(ctx)
}
