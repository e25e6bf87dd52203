import type { FromCollector } from '@netward/collector'
import type { Scopes } from '../../platform/db/scope.ts'
import { cleanLineFacts } from './clean-line-facts.ts'
import { planRepo } from './plan.repo.ts'

type LineFacts = Pick<Extract<FromCollector, { kind: 'line-facts' }>, 'epoch' | 'sequence' | 'facts'>

/**
 * Writes what a collector found of lines; resolves once it is committed, to be tried again when it rejects. A repeat changes
 * nothing, and what another collector measures is left out.
 */
export async function takeLineFacts(
  scopes: Scopes,
  by: { poller: string } | { probeId: string },
  { epoch, sequence, facts }: LineFacts,
): Promise<void> {
  const clean = cleanLineFacts(facts)
  const lineIds = [...new Set(clean.map((fact) => String(fact['lineId'])))]
  await planRepo.writeFacts(scopes, {
    collector: 'poller' in by ? by.poller : `probe:${by.probeId}`,
    epoch,
    sequence,
    facts: clean,
    lineIds: lineIds.length === 0 ? [] : await planRepo.owned(scopes, by, lineIds),
  })
}
