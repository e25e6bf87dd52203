import { inboundLimits, type InboundKind, type InboundProblem } from '@netward/contract/inbound-alarm-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { InboundEvent } from './read/read-delivery.ts'

/** What happens outside of sessions. */
export const inboundRepo = {
  /** The kind of the source if the token is its own. */
  async open(scopes: Scopes, sourceId: string, tokenHash: Buffer): Promise<InboundKind | null> {
    const [row] = await scopes.asLoginRole<{ kind: InboundKind | null }>(
      'select inbound_open($1, $2) as kind',
      [sourceId, tokenHash],
    )
    return row?.kind ?? null
  },

  /** How many of the alarms changed something. */
  async take(scopes: Scopes, sourceId: string, events: readonly InboundEvent[]): Promise<number> {
    const [row] = await scopes.asLoginRole<{ changed: number }>(
      'select inbound_take($1, $2, $3) as changed',
      [sourceId, JSON.stringify(events), inboundLimits.alarms],
    )
    return row?.changed ?? 0
  },

  async note(scopes: Scopes, sourceId: string, problem: InboundProblem): Promise<void> {
    await scopes.asLoginRole('select inbound_problem($1, $2)', [sourceId, problem])
  },

  /** How many it deleted: at most 10,000. */
  async prune(scopes: Scopes): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select inbound_prune($1) as n', [
      inboundLimits.days,
    ])
    return row?.n ?? 0
  },

  async matchAgain(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select inbound_match_again()', [])
  },
}
