import { shippedRules } from '@netward/contract/shipped-rules'
import type { Scopes } from '../../../platform/db/scope.ts'
import { evaluationRepo } from './evaluation.repo.ts'

/** Compares the rules of this release with those of the last one: what an update brought or changed begins by watching. */
export const noteShippedRules = (scopes: Scopes, rules: readonly object[] = shippedRules): Promise<void> =>
  evaluationRepo.noteShipped(scopes, JSON.stringify(rules))
