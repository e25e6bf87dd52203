import type { FromCollector } from '@netward/collector'
import type { Scopes } from '../../platform/db/scope.ts'
import { cleanLineFacts } from './clean-line-facts.ts'
import { followMinutes } from './ledger/ledger-sweep.ts'
import { planRepo } from './plan.repo.ts'

type LineFacts = Pick<Extract<FromCollector, { kind: 'line-facts' }>, 'epoch' | 'sequence' | 'facts'>

/**
 * Writes what a collector found of lines; resolves once it is committed, to be tried again when it rejects. A repeat changes
 * nothing, and what another collector measured at that time is left out.
 * @param clockOffset milliseconds by which the moments of the collector are moved
 */
export async function takeLineFacts(
  scopes: Scopes,
  by: { readonly poller: string } | { readonly probeId: string },
  { epoch, sequence, facts }: LineFacts,
  clockOffset = 0,
): Promise<void> {
  const clean = cleanLineFacts(facts, clockOffset)
  const mine =
    clean.length === 0
      ? new Set<number>()
      : await planRepo.owned(
          scopes,
          by,
          clean.map(({ lineId, at }) => ({ lineId, at })),
        )
  const own = clean.filter((_, place) => mine.has(place))
  const written = {
    collector: 'poller' in by ? by.poller : `probe:${by.probeId}`,
    epoch,
    sequence,
    facts: own,
    lineIds: [...new Set(own.map(({ lineId }) => lineId))],
  }
  await planRepo.writeFacts(scopes, written, followMinutes)
}
