import type { Scopes } from '../../platform/db/scope.ts'
import { evaluationRepo } from './evaluation/evaluation.repo.ts'
import { occurrencesFrom } from '../../platform/recurrence.ts'

const batch = 100

/** Windows that come again go on to their next occurrence. Those that nobody could begin while the server was off are past. */
export async function advanceMaintenance(scopes: Scopes, now: number): Promise<boolean> {
  const over = await evaluationRepo.maintenanceOver(scopes, batch)
  for (const window of over) {
    const { rule, time_zone: timeZone, first_at: firstAt, starts_at: startsAt, lasts } = window
    const from = Math.max(startsAt + 1, now - lasts + 1)
    const [next] = occurrencesFrom({ rule, timeZone, firstAt }, lasts, { from, most: 1 })
    await evaluationRepo.advanceMaintenance(scopes, window, next?.startsAt ?? null)
  }
  return over.length === batch
}
