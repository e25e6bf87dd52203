import type { Scopes } from '../../platform/db/scope.ts'
import { SendFailure } from './senders/sender.ts'
import { type SpentBy, spendRepo } from './spend.repo.ts'

/** After these the vendor may have taken it, and charges for what it took. */
const isUncertain = ({ reason }: SendFailure) => reason === 'timeout' || reason === 'answer'

/**
 * Asks a gateway of SMS for one message or call, within its budget of the day.
 * @throws SendFailure, `budget` when it is used up: a gateway after this one can take over.
 */
export async function withinBudget<T>(scopes: Scopes, by: SpentBy, ask: () => Promise<T>): Promise<T> {
  const taken = await spendRepo.take(scopes, by)
  if (taken === undefined) throw new SendFailure('budget', '', { isFinal: true })
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SendFailure && isUncertain(error))) await spendRepo.giveBack(scopes, by, taken)
    throw error
  }
}
