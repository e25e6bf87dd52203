import type { IdentityDeps } from '../identity/index.ts'

/** Dependencies of this module. */
export interface SignOnDeps extends IdentityDeps {
  readonly publicUrl: string
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
}

export const timeoutMilliseconds = 10_000
