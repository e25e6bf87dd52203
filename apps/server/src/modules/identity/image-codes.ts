import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { OutputOf, signInApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { type Attempt, never } from './attempts.ts'
import { attemptRepo } from './attempt.repo.ts'
import { drawDigits } from './digit-picture.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { imageCodeRepo } from './image-code.repo.ts'

const validSeconds = 300
const freePictures = 60

/** Image code fields of a request. */
export interface GivenImageCode {
  readonly captchaId?: string | undefined
  readonly captchaCode?: string | undefined
}

/** A picture of four digits. Drawing is costly, so sources are rate limited. */
export async function imageCodePicture(
  deps: IdentityDeps,
  call: CallContext,
): Promise<OutputOf<typeof signInApi.imageCodePicture>> {
  const key = `image@${sourceOf(call.remoteAddress)}`
  const { wait } = await attemptRepo.reserve(
    deps.scopes,
    [{ key, free: freePictures, imageAfter: never }],
    true,
  )
  if (wait > 0) throw new AppError('request.too_many', { data: { retryAfterSeconds: wait } })
  const captchaId = randomBytes(18).toString('base64url')
  const digits = String(randomInt(10_000)).padStart(4, '0')
  const picture = await drawDigits(digits)
  await imageCodeRepo.insert(deps.scopes, captchaId, hashOf(deps, captchaId, digits), validSeconds)
  return {
    captchaId,
    picture: `data:image/png;base64,${picture.toString('base64')}`,
    expiresInSeconds: validSeconds,
  }
}

/**
 * Counts an attempt, and requires an image code after many. With a wrong one nothing is judged or counted:
 * each is good for one attempt, and a source gets a limited number. Users who cannot see it sign in by
 * waiting until the account was quiet for 15 minutes, or by a mailed link.
 * @throws AppError sign_in.wait, sign_in.image_code_needed, sign_in.image_code_wrong
 */
export async function reserveWithImageCode(
  deps: IdentityDeps,
  attempt: Attempt,
  { captchaId, captchaCode }: GivenImageCode,
): Promise<void> {
  const { imageNeeded } = await attempt.reserveWithImage(false)
  if (!imageNeeded) return
  await requireImageCode(deps, { captchaId, captchaCode })
  await attempt.reserve()
}

/** Requires an image code each time. @throws AppError sign_in.image_code_needed, sign_in.image_code_wrong */
export async function requireImageCode(
  deps: IdentityDeps,
  { captchaId, captchaCode }: GivenImageCode,
): Promise<void> {
  if (captchaId === undefined || captchaCode === undefined) throw new AppError('sign_in.image_code_needed')
  const stored = await imageCodeRepo.take(deps.scopes, captchaId)
  const hash = hashOf(deps, captchaId, captchaCode)
  if (stored === null || !timingSafeEqual(stored, hash)) throw new AppError('sign_in.image_code_wrong')
}

function hashOf({ secrets }: IdentityDeps, id: string, digits: string): Buffer {
  return createHmac('sha256', secrets.derive('image code')).update(`${id}:${digits}`).digest()
}
