import { randomBytes } from 'node:crypto'
import { applicationTokenPrefix, applicationTokenSeconds } from '@netward/contract/open-api'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { attemptOn } from '../identity/index.ts'
import { tokenRepo } from './token.repo.ts'

export type Issued =
  | { token: string; seconds: number }
  /** `wait`: the seconds after which it may be tried again. */
  | { refusal: 'wrong' | 'inactive' | 'wait'; wait: number }

/** An access token for an app ID and a key of it: what is stored of either is a hash. */
export async function issueAccessToken(scopes: Scopes, appId: string, key: string): Promise<Issued> {
  const token = applicationTokenPrefix + randomBytes(32).toString('base64url')
  const { refusal, wait } = await tokenRepo.insert(scopes, {
    appId,
    keyHash: hashToken(key),
    tokenHash: hashToken(token),
    seconds: applicationTokenSeconds,
  })
  return refusal === null ? { token, seconds: applicationTokenSeconds } : { refusal, wait }
}

/** As signing in: attempts are counted before they are judged, and wrong ones cost time. @throws AppError sign_in.wait */
export async function issueCounted(
  scopes: Scopes,
  call: CallContext,
  appId: string,
  key: string,
): Promise<Issued> {
  const attempt = attemptOn(scopes, call, `application:${appId}`)
  await attempt.reserve()
  const issued = await issueAccessToken(scopes, appId, key)
  // The key was right: whether the application can be used is another matter.
  if (!('refusal' in issued) || issued.refusal !== 'wrong') await attempt.forgive()
  // Beside the answer, which takes as long for an app ID that is none.
  if ('refusal' in issued && issued.refusal !== 'wait') {
    const { refusal: reason } = issued
    // What is lost with the database is told with the next one.
    tokenRepo.noteRefusal(scopes, { appId, source: call.remoteAddress, reason }).catch(() => {})
  }
  return issued
}

/** Seconds that an application has to wait before its next call; 0 for none, and for what is no token of one. */
export function waitBefore(scopes: Scopes, token: string): Promise<number> {
  return tokenRepo.takeCall(scopes, hashToken(token))
}
