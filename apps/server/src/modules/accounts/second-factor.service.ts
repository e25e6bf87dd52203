import { randomBytes, randomInt } from 'node:crypto'
import type { accountApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import {
  attemptOn,
  base32,
  type IdentityDeps,
  secondFactorKey,
  recoveryCodeHash,
  totpContext,
  totpStepOf,
  verifySecondFactor,
} from '../identity/index.ts'
import { ownAccountRepo } from './own-account.repo.ts'
import { provePassword } from './own-account.service.ts'
import { secondFactorRepo } from './second-factor.repo.ts'

/** RFC 4226 4, R6: 160 bits. */
const secretBytes = 20
const issuer = 'Netward'
const recoveryCodeCount = 10

/** Crockford base 32: no letter looks like a digit. Ten characters hold 50 bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: recoveryCodeCount }, () => {
    for (;;) {
      const code = `${group()}-${group()}`
      // An all-digit one could be mistaken for an authenticator code.
      if (/[A-Z]/.test(code)) return code
    }
  })
}

async function standing(ctx: SeveralTransactions) {
  return ctx.inTransaction(null, async (transaction) => ({
    personId: transaction.scope.personId,
    account: await ownAccountRepo.get(transaction),
  }))
}

/** The secret takes effect once a code of it is confirmed. It is shown only here. */
export async function beginTotp(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { password }: InputOf<typeof accountApi.beginTotp>,
): Promise<OutputOf<typeof accountApi.beginTotp>> {
  const { personId, account } = await standing(ctx)
  await provePassword(deps, ctx, personId, password)
  const plain = randomBytes(secretBytes)
  const sealed = deps.secrets.seal(plain, totpContext(personId))
  await ctx.inTransaction(null, (transaction) => secondFactorRepo.begin(transaction, sealed))
  const secret = base32(plain)
  const label = `${issuer}:${encodeURIComponent(account.user_name)}`
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}` }
}

export async function confirmTotp(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { code }: InputOf<typeof accountApi.confirmTotp>,
): Promise<OutputOf<typeof accountApi.confirmTotp>> {
  const { personId, pending } = await ctx.inTransaction(null, async (transaction) => ({
    personId: transaction.scope.personId,
    pending: await secondFactorRepo.find(transaction),
  }))
  if (pending === null) throw new AppError('account.totp_off')
  if (pending.confirmed) throw new AppError('account.totp_on')
  if (pending.expired) throw new AppError('account.totp_expired')
  const attempt = codeAttempt(deps, ctx, personId)
  await attempt.reserve()
  const step = totpStepOf(deps.secrets.open(pending.secret, totpContext(personId)), code, Date.now())
  if (step === null) throw wrongField(ctx, 'sign_in.second_factor_wrong', 'code')
  await attempt.forgive()
  const recoveryCodes = newRecoveryCodes()
  await ctx.inTransaction(null, async (transaction) => {
    await secondFactorRepo.confirm(transaction, {
      secret: pending.secret,
      step,
      codeHashes: hashesOf(deps, personId, recoveryCodes),
    })
    await transaction.audit({ action: 'account.totp_on', subjectKind: 'person', subjectId: personId })
  })
  return { recoveryCodes }
}

export async function renewRecoveryCodes(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { password, code }: InputOf<typeof accountApi.renewRecoveryCodes>,
): Promise<OutputOf<typeof accountApi.renewRecoveryCodes>> {
  const personId = await proveBoth(deps, ctx, password, code)
  const recoveryCodes = newRecoveryCodes()
  await ctx.inTransaction(null, async (transaction) => {
    await secondFactorRepo.renewRecoveryCodes(transaction, hashesOf(deps, personId, recoveryCodes))
    await transaction.audit({
      action: 'account.recovery_codes_renewed',
      subjectKind: 'person',
      subjectId: personId,
    })
  })
  return { recoveryCodes }
}

export async function endTotp(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { password, code }: InputOf<typeof accountApi.endTotp>,
): Promise<null> {
  const personId = await proveBoth(deps, ctx, password, code)
  await ctx.inTransaction(null, async (transaction) => {
    await secondFactorRepo.end(transaction)
    await transaction.audit({ action: 'account.totp_off', subjectKind: 'person', subjectId: personId })
  })
  return null
}

async function proveBoth(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  password: string,
  code: string,
): Promise<string> {
  const { personId, account } = await standing(ctx)
  if (!account.totp) throw new AppError('account.totp_off')
  await provePassword(deps, ctx, personId, password)
  const attempt = codeAttempt(deps, ctx, personId)
  await attempt.reserve()
  if (!(await verifySecondFactor(deps, personId, code)))
    throw wrongField(ctx, 'sign_in.second_factor_wrong', 'code')
  await attempt.forgive()
  return personId
}

/** Shares the sign-in count for codes. */
function codeAttempt({ scopes }: IdentityDeps, ctx: SeveralTransactions, personId: string) {
  return attemptOn(scopes, ctx, secondFactorKey(personId))
}

function hashesOf(deps: IdentityDeps, personId: string, codes: readonly string[]): Buffer[] {
  return codes.map((code) => recoveryCodeHash(deps, personId, code))
}
