import { createHmac } from 'node:crypto'
import type { IdentityDeps } from './identity-deps.ts'
import { totpStepOf } from './totp.ts'
import { totpRepo } from './totp.repo.ts'

type FactorDeps = Pick<IdentityDeps, 'scopes' | 'secrets'>

/** The context under which a person's TOTP secret is sealed: it opens for that person only. */
export const totpContext = (personId: string) => `totp:${personId}`

/**
 * Whether a code is from the person's authenticator, in an unused step, or an unused recovery code, which is
 * then spent. Counts nothing: the caller counts first. False without a confirmed second factor.
 */
export async function verifySecondFactor(
  { scopes, secrets }: FactorDeps,
  personId: string,
  code: string,
): Promise<boolean> {
  const factor = await totpRepo.find(scopes, personId)
  if (!factor?.confirmed) return false
  const plain = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(plain)) {
    return totpRepo.spendRecoveryCode(scopes, personId, recoveryCodeHash({ secrets }, personId, plain))
  }
  const step = totpStepOf(secrets.open(factor.secret, totpContext(personId)), plain, Date.now())
  return step !== null && totpRepo.useStep(scopes, personId, step)
}

/** Stored form of a recovery code: an HMAC specific to this person. Hyphens, spaces and case are ignored. */
export function recoveryCodeHash(
  { secrets }: Pick<FactorDeps, 'secrets'>,
  personId: string,
  code: string,
): Buffer {
  return createHmac('sha256', secrets.derive('recovery code'))
    .update(`${personId}:${code.replace(/[\s-]/g, '').toUpperCase()}`)
    .digest()
}
