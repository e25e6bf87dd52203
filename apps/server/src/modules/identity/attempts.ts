import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { networkOf, sourceOf } from '../../platform/source-address.ts'
import { type AttemptKey, attemptRepo } from './attempt.repo.ts'

/** Attempts that cost nothing yet: for an account from one address, for the account from anywhere, for an address. */
const freeAttempts = { accountAtAddress: 5, account: 20, address: 100 }

/** A count that asks for no image code, or delays nobody. */
export const never = 1_000_000_000

/** Failures after which an image code is asked for. The address is that of a whole office, perhaps. */
const imageCodeAfter = { account: 3, address: 20, network: 200 }

/**
 * What attempts on one account are counted under. A name that says its company, a mail address and a phone are found
 * whatever the prefix: a prefix that changes with every attempt must not begin the count anew.
 */
export function accountKey(name: string, prefix: string): string {
  const place = /@|^\+?[0-9]+$/.test(name) ? '' : prefix
  return `account:${folded(place)}/${folded(name)}`
}

/** Coarser than any rule by which a database takes one letter for another: none of them begins a count anew. */
function folded(value: string): string {
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().toLowerCase()
}

/** What attempts of somebody who is known already are counted under. */
export const personKey = (personId: string) => `person:${personId}`

/** Apart from the password's count, which a right password ends: whoever knows it must not try codes for ever. */
export const secondFactorKey = (personId: string) => `second:${personKey(personId)}`

/** The counts that one attempt goes to. */
export interface Attempt {
  /** Throws `sign_in.wait` when it comes too early. Counted before it is judged: many at once cannot outrun the count. */
  reserve(): Promise<void>
  /** As `reserve`, and answers whether an image code is wanted first; nothing is counted then, unless one was given. */
  reserveWithImage(given: boolean): Promise<{ imageNeeded: boolean }>
  /** It was good: the account's count ends, the address gets its attempt back. */
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

/** Counts under `keys`. With `known`, failures elsewhere do not keep out who has signed in from here before. */
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
  // Who is counted without image codes never waits for one.
  return { reserveWithImage, reserve: async () => void (await reserveWithImage(true)) }
}

/** The owner of an account is here, whatever `accounts` it is counted under: who fails elsewhere keeps them out no more. */
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
 * What whoever has a whole network is counted under, so that another source with each attempt is no way around image
 * codes. It delays nobody: a network may be that of a city's phones.
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
