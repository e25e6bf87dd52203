import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { networkOf, sourceOf } from '../../platform/source-address.ts'
import { type AttemptKey, attemptRepo } from './attempt.repo.ts'

/** Free attempts: per account and address, per account from anywhere, per address. */
const freeAttempts = { accountAtAddress: 5, account: 20, address: 100 }

/** A count that requires no image code, or delays no one. */
export const never = 1_000_000_000

/** Failures before an image code is required. An address may be shared by a whole office. */
const imageCodeAfter = { account: 3, address: 20, network: 200 }

/**
 * Keys under which attempts on one account are counted. A name that includes its company, a mail address and
 * a phone resolve whatever the prefix: changing the prefix must not restart the count.
 */
export function accountKey(name: string, prefix: string): string {
  const place = /@|^\+?[0-9]+$/.test(name) ? '' : prefix
  return `account:${folded(place)}/${folded(name)}`
}

/** Coarser than any database collation, so no letter variant restarts a count. */
function folded(value: string): string {
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().toLowerCase()
}

/** Key for attempts by a known person. */
export const personKey = (personId: string) => `person:${personId}`

/**
 * Separate from the password count, which a correct password resets: knowing the password must not allow
 * unlimited code attempts.
 */
export const secondFactorKey = (personId: string) => `second:${personKey(personId)}`

/** The counts that one attempt adds to. */
export interface Attempt {
  /**
   * Throws `sign_in.wait` when the attempt comes too early. Counted before it is judged, so concurrent
   * attempts cannot outrun the count.
   */
  reserve(): Promise<void>
  /**
   * As `reserve`; also returns whether an image code is required first. If so, nothing is counted unless a
   * code was supplied.
   */
  reserveWithImage(given: boolean): Promise<{ imageNeeded: boolean }>
  /** On success: resets the account's count and refunds the address's attempt. */
  forgive(): Promise<void>
}

/** @param account of `accountKey` or `personKey`. */
export function attemptOn(scopes: Scopes, call: CallContext, account: string): Attempt {
  const source = sourceOf(call.remoteAddress)
  const { here, address } = keysAt(source, account)
  const keys: AttemptKey[] = [
    { key: here, free: freeAttempts.accountAtAddress, imageAfter: imageCodeAfter.account },
    { key: account, free: freeAttempts.account, imageAfter: imageCodeAfter.account },
    { key: address, free: freeAttempts.address, imageAfter: imageCodeAfter.address },
    ...networkKeys('network:', call, imageCodeAfter.network),
  ]
  return {
    ...reservations(scopes, keys, { here, anywhere: account }),
    forgive: () => forgiveAccount(scopes, call, [account]),
  }
}

/**
 * Counts under `keys`. With `known`, failures elsewhere do not lock out a source that has signed in before.
 */
export function reservations(
  scopes: Scopes,
  keys: readonly AttemptKey[],
  known?: { readonly here: string; readonly anywhere: string },
): Pick<Attempt, 'reserve' | 'reserveWithImage'> {
  const reserveWithImage = async (imageGiven: boolean) => {
    const { wait, image_needed: imageNeeded } = await attemptRepo.reserve(scopes, keys, imageGiven, known)
    if (wait > 0) throw tooEarly(wait)
    return { imageNeeded }
  }
  // Counts without image codes never wait for one.
  return { reserveWithImage, reserve: async () => void (await reserveWithImage(true)) }
}

/**
 * Marks this source as the account owner's, under all `accounts` keys: failures elsewhere stop locking them
 * out.
 */
export function forgiveAccount(
  scopes: Scopes,
  call: CallContext,
  accounts: readonly string[],
): Promise<void> {
  const source = sourceOf(call.remoteAddress)
  return attemptRepo.noteGood(scopes, {
    here: accounts.map((account) => keysAt(source, account).here),
    anywhere: accounts,
    addresses: [
      keysAt(source, '').address,
      ...networkKeys('network:', call, imageCodeAfter.network).map(({ key }) => key),
    ],
  })
}

/**
 * Counted per network too, so that changing the source on each attempt does not bypass image codes. It delays
 * no one: a network may carry a city's phones.
 */
export function networkKeys(kind: string, { remoteAddress }: CallContext, imageAfter: number): AttemptKey[] {
  const network = networkOf(remoteAddress)
  return network === null ? [] : [{ key: `${kind}${network}`, free: never, imageAfter }]
}

function keysAt(source: string, account: string): { here: string; address: string } {
  return { here: `${account}@${source}`, address: `address:${source}` }
}

function tooEarly(seconds: number): AppError {
  return new AppError('sign_in.wait', { params: { seconds }, data: { retryAfterSeconds: seconds } })
}
