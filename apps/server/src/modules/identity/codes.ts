import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { addressOf, channelOf, type Recipient, sealMessage } from '../messages/index.ts'
import { codeRepo, type SendLimits } from './code.repo.ts'
import type { IdentityDeps } from './identity-deps.ts'

const validSeconds = 300

/**
 * With five attempts per code and ten codes a day, guessing all day at one address succeeds once in 55 years.
 * A source may be a whole office.
 */
export const sendLimits: SendLimits = { resendSeconds: 60, daily: 10, sourceDaily: 300 }

export interface SentCode {
  readonly codeId: string
  readonly expiresInSeconds: number
  readonly resendInSeconds: number
}

/**
 * Sends six digits, valid only for this purpose, this address, this request (`codeId`) and what it is bound
 * to (such as a ticket or a session). Without `really` the same work is done and nothing is sent, so callers
 * cannot learn whether an address is known. Do not call inside a request's transaction: it must survive a
 * rollback.
 * @throws AppError code.too_soon, code.channel_unavailable
 */
export async function sendCode(
  deps: IdentityDeps,
  call: CallContext,
  {
    purpose,
    address,
    boundTo = '',
    really = true,
    asker = null,
  }: {
    purpose: string
    address: Recipient
    boundTo?: string
    really?: boolean
    /** Signed-in users are counted per person, not per source: they choose the address. */
    asker?: { personId: string; daily: number } | null
  },
): Promise<SentCode> {
  const keys = keysOf(deps)
  const codeId = randomBytes(18).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const message = sealMessage(
    deps,
    { to: address, language: call.language, kind: 'code', params: { code, purpose } },
    { decoy: !really },
  )
  if (message === null) throw new AppError('code.channel_unavailable')
  const wait = await codeRepo.reserve(
    deps.scopes,
    {
      id: codeId,
      purpose,
      channel: channelOf(address),
      address: keys.address(address),
      boundTo: keys.boundTo(boundTo),
      source: asker === null ? sourceOf(call.remoteAddress) : `person:${asker.personId}`,
      codeHash: keys.code(codeId, purpose, code),
      seconds: validSeconds,
      messages: [message],
    },
    asker === null ? sendLimits : { ...sendLimits, sourceDaily: asker.daily },
  )
  if (wait > 0) throw tooSoon(wait)
  return { codeId, expiresInSeconds: validSeconds, resendInSeconds: sendLimits.resendSeconds }
}

/** A code as submitted. */
export interface GivenCode {
  readonly purpose: string
  readonly codeId: string
  readonly address: Recipient
  readonly code: string
  readonly boundTo?: string
}

/** Counts an attempt and checks it, without spending the code. @throws AppError code.wrong */
export async function checkCode(
  deps: IdentityDeps,
  { purpose, codeId, address, code, boundTo = '' }: GivenCode,
): Promise<void> {
  const keys = keysOf(deps)
  const stored = await codeRepo.countTry(deps.scopes, {
    id: codeId,
    purpose,
    address: keys.address(address),
    boundTo: keys.boundTo(boundTo),
  })
  const given = keys.code(codeId, purpose, code)
  const right = timingSafeEqual(stored ?? Buffer.alloc(given.length), given) && stored !== null
  if (!right) throw new AppError('code.wrong')
}

/**
 * Spends a code that was sent: at most five attempts, one success. Do not call inside a request's
 * transaction.
 * @throws AppError code.wrong
 */
export async function spendCode(deps: IdentityDeps, given: GivenCode): Promise<void> {
  await checkCode(deps, given)
  await spendChecked(deps, given.codeId)
}

/** Spends a code that was just checked. @throws AppError code.wrong when a concurrent request was faster. */
export async function spendChecked({ scopes }: IdentityDeps, codeId: string): Promise<void> {
  if (!(await codeRepo.spend(scopes, codeId))) throw new AppError('code.wrong')
}

export function tooSoon(seconds: number): AppError {
  return new AppError('code.too_soon', { params: { seconds }, data: { retryAfterSeconds: seconds } })
}

/** Stored values reveal neither code nor recipient: HMACs under a dedicated key. */
export function keysOf({ secrets }: Pick<IdentityDeps, 'secrets'>) {
  const key = secrets.derive('sent code')
  const hmac = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    address: (to: Recipient) => hmac('address', channelOf(to), addressOf(to).toLowerCase()),
    boundTo: (value: string) => hmac('bound to', value),
    code: (id: string, purpose: string, code: string) => hmac('code', id, purpose, code),
  }
}
