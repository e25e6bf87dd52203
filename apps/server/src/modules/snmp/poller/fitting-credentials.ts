import type { CredentialSet } from '@netward/collector'
import { isWithin } from '../../../platform/address-ranges.ts'
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

/** A chosen set alone; otherwise those of the outlet and the range, in their order. */
export function fitting(
  credentials: readonly OpenCredential[],
  target: { address: string; outletId: string | null; chosen: string | null },
): readonly OpenCredential[] {
  if (target.chosen !== null) return credentials.filter(({ set }) => set.id === target.chosen)
  return credentials.filter(
    ({ outletId, range }) =>
      (outletId === null || outletId === target.outletId) &&
      (range === null || isWithin(target.address, range)),
  )
}
