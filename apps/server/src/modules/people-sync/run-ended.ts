import type { SyncEnd } from '@netward/contract/people-sync-values'

/** A run that ends before its end, for a reason that is not a failure of this program. */
export class RunEnded extends Error {
  override name = 'RunEnded'
  readonly state: 'failed' | 'stopped'
  readonly why: SyncEnd

  constructor(state: 'failed' | 'stopped', why: SyncEnd) {
    super(why)
    this.state = state
    this.why = why
  }
}
