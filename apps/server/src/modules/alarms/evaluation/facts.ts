import { shippedRules } from '@netward/contract/shipped-rules'
import { quotaKinds } from '@netward/contract/states/licence'
import { type Language, phrase } from '@netward/phrases/server'
import type { Scopes } from '../../../platform/db/scope.ts'
import { evaluationRepo } from './evaluation.repo.ts'

const languages: readonly Language[] = ['zh', 'en']

const rules = JSON.stringify(
  shippedRules.flatMap(({ code, definition: { of, severity } }) =>
    of.kind === 'fact' ? [{ code, severity }] : [],
  ),
)

/** An alarm keeps what a quota is called in the language of its company, as it keeps what a device calls a port. */
const kinds = JSON.stringify(
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries([
        ...quotaKinds.map((kind) => [kind, phrase(language, `licences.kinds.${kind}`)]),
        ['metric_series', phrase(language, 'platformHealth.metricSeries')],
      ]),
    ]),
  ),
)

/**
 * Raises and clears alarms of what the database knows: drift of configurations, campaigns that stopped, quotas. Of facts
 * nothing is kept beside the alarms: whichever process looks finds the same differences. Returns how many changed.
 */
export const takeFacts = (scopes: Scopes, most: number): Promise<number> =>
  evaluationRepo.takeFacts(scopes, rules, kinds, most)
