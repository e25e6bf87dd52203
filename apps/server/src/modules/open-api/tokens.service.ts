import { randomBytes } from 'node:crypto'
import { applicationTokenPrefix, applicationTokenSeconds } from '@netward/contract/open-api'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { attemptOn } from '../identity/index.ts'
import { tokenRepo } from './token.repo.ts'

export type Issued =
  | { token: string; seconds: number }
  /** `wait`: the seconds before a retry. */
  | { refusal: 'wrong' | 'inactive' | 'wait'; wait: number }

/** An access token for an app ID and one of its keys: only hashes of both are stored. */
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

/**
 * As for sign-in: attempts are counted before they are judged, and failures are delayed. @throws AppError
 * sign_in.wait
 */
export async function issueCounted(
  scopes: Scopes,
  call: CallContext,
  appId: string,
  key: string,
): Promise<Issued> {
  const attempt = attemptOn(scopes, call, `application:${appId}`)
  await attempt.reserve()
  const issued = await issueAccessToken(scopes, appId, key)
  // The key was correct: whether the application can be used is checked separately.
  if (!('refusal' in issued) || issued.refusal !== 'wrong') await attempt.forgive()
  // In parallel with the response, which takes as long for an unknown app ID.
  if ('refusal' in issued && issued.refusal !== 'wait') {
    const { refusal: reason } = issued
    // Best effort: a refusal lost to a database error is reported with the next one.
    tokenRepo.noteRefusal(scopes, { appId, source: call.remoteAddress, reason }).catch(() => {})
  }
  return issued
}

/**
 * Seconds that an application has to wait before its next call; 0 for none, and for tokens that are not an
 * application's.
 */
export function waitBefore(scopes: Scopes, token: string): Promise<number> {
  return tokenRepo.takeCall(scopes, hashToken(token))
}
