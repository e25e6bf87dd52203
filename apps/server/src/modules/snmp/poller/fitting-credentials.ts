import type { CredentialSet } from '@netward/collector'
import { isWithin } from '../../../platform/address-ranges.ts'
import { isPublic } from '../../../platform/outgoing.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { openSecret } from '../secret.ts'
import type { CredentialSecretRow } from './poller.repo.ts'

/** A set of credentials in the clear, and where it is tried. In the memory of a poller only. */
export interface OpenCredential {
  readonly set: CredentialSet
  readonly outletId: string | null
  readonly range: string | null
}

/** @returns null for a set that does not open: sealed with another master key. */
export function opened(secrets: Secrets, row: CredentialSecretRow): OpenCredential | null {
  try {
    const secret = openSecret(secrets, row.company_id, row.sealed)
    const { id, version, user_name: userName, auth, privacy, context } = row
    const set: CredentialSet =
      version === 'v3'
        ? { id, version, userName, auth, privacy, context, ...secret }
        : { id, version, ...secret }
    return { set, outletId: row.outlet_id, range: row.range }
  } catch {
    return null
  }
}

/**
 * A chosen set alone; otherwise those of the outlet and the range, in their order. A community goes in clear: to a public
 * address, which anybody who adds devices may name, only from a set whose range covers it.
 */
export function fitting(
  credentials: readonly OpenCredential[],
  target: { address: string; outletId: string | null; chosen: string | null },
): readonly OpenCredential[] {
  const isOpen = isPublic(target.address)
  const maySend = ({ set, range }: OpenCredential) =>
    !isOpen || set.version === 'v3' || (range !== null && isWithin(target.address, range))
  if (target.chosen !== null) return credentials.filter((one) => one.set.id === target.chosen && maySend(one))
  return credentials.filter(
    (one) =>
      (one.outletId === null || one.outletId === target.outletId) &&
      (one.range === null || isWithin(target.address, one.range)) &&
      maySend(one),
  )
}
