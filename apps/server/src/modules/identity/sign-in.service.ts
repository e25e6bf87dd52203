import type { InputOf, OutputOf, signInApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { accountKey, attemptOn, secondFactorKey } from './attempts.ts'
import { spendCode } from './codes.ts'
import { finishSignIn, provedBy } from './finish-sign-in.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { reserveWithImageCode } from './image-codes.ts'
import { passwordMatches } from './password.ts'
import { personRepo } from './person.repo.ts'
import { verifySecondFactor } from './second-factor.ts'
import { sessionRepo } from './session.repo.ts'
import { readTicket, spendTicket, tryTicket } from './tickets.ts'

type SignInInput = InputOf<typeof signInApi.signIn>
type SignedIn = OutputOf<typeof signInApi.signIn>

const secondFactorTries = 5

/** Signs in by password or by a code sent to a phone. */
export function signIn(deps: IdentityDeps, call: CallContext, input: SignInInput): Promise<SignedIn> {
  return input.phone === undefined ? byPassword(deps, call, input) : byPhone(deps, call, input.phone, input)
}

/** An unknown account, a wrong password and an account without one get the same response in the same time. */
async function byPassword(deps: IdentityDeps, call: CallContext, input: SignInInput): Promise<SignedIn> {
  const { scopes } = deps
  const { username = '', password = '', prefix = '' } = input
  const name = username.trim()
  const attempt = attemptOn(scopes, call, accountKey(name, prefix))
  await reserveWithImageCode(deps, attempt, input)
  const found = await sessionRepo.find(scopes, name, prefix)
  if (!(await passwordMatches(found?.password_hash ?? null, password)) || !found) {
    await noteFailure(deps, call, {
      companyId: found?.company_id ?? null,
      personId: found?.person_id ?? null,
      name: name.slice(0, 100),
      by: 'password',
    })
    throw new AppError('sign_in.wrong')
  }
  await attempt.forgive()
  return finishSignIn(deps, call, {
    personId: found.person_id,
    prefix,
    factors: ['password'],
    passwordHash: found.password_hash,
  })
}

/** Wrong codes count for the account as wrong passwords do: new codes give no extra attempts. */
async function byPhone(
  deps: IdentityDeps,
  call: CallContext,
  phone: string,
  input: SignInInput,
): Promise<SignedIn> {
  const { codeId = '', code = '', prefix = '' } = input
  const attempt = attemptOn(deps.scopes, call, accountKey(phone, ''))
  await reserveWithImageCode(deps, attempt, input)
  const personId = await personRepo.findAt(deps.scopes, 'phone', phone)
  try {
    await spendCode(deps, { purpose: 'sign_in', codeId, address: { phone }, code })
    if (personId === null) throw new AppError('code.wrong')
  } catch (error) {
    if (error instanceof AppError)
      await noteFailure(deps, call, { companyId: null, personId, name: phone, by: 'code' })
    throw error
  }
  await attempt.forgive()
  return finishSignIn(deps, call, { personId, prefix, factors: ['code'] })
}

/** The second step: an authenticator code or a recovery code, with the ticket of the first step. */
export async function secondFactor(
  deps: IdentityDeps,
  call: CallContext,
  { ticket, code }: InputOf<typeof signInApi.secondFactor>,
): Promise<SignedIn> {
  const { personId } = await readTicket(deps, 'second_factor', ticket)
  if (personId === null) throw new AppError('ticket.invalid')
  // Knowing the password yields new tickets, but not new counts.
  const attempt = attemptOn(deps.scopes, call, secondFactorKey(personId))
  await attempt.reserve()
  await tryTicket(deps, 'second_factor', ticket, secondFactorTries)
  if (!(await verifySecondFactor(deps, personId, code))) {
    await noteFailure(deps, call, { companyId: null, personId, name: null, by: 'second_factor' })
    throw new AppError('sign_in.second_factor_wrong')
  }
  // Read before the ticket is spent: an earlier password change invalidates the ticket, a later one changes
  // the hash.
  const passwordHash = await personRepo.passwordHash(deps.scopes, personId)
  const { companyId, data } = await spendTicket(deps, 'second_factor', ticket)
  await attempt.forgive()
  const { factors, outside } = provedBy(data)
  return finishSignIn(deps, call, {
    personId,
    companyId,
    factors: [...factors, 'second_factor'],
    outside: outside ?? null,
    passwordHash,
  })
}

/** The same statement whether or not an account was found. */
async function noteFailure(
  { scopes }: IdentityDeps,
  call: CallContext,
  who: { companyId: string | null; personId: string | null; name: string | null; by: string },
): Promise<void> {
  await sessionRepo.noteFailure(scopes, {
    companyId: who.companyId,
    personId: who.personId,
    name: who.name,
    detail: { remoteAddress: call.remoteAddress, by: who.by },
    requestId: call.requestId,
  })
}
