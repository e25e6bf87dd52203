import type { Scopes } from '../../platform/db/scope.ts'
import { SendFailure } from './senders/sender.ts'

interface Gateway {
  readonly companyId: string
  readonly channelId: string
  readonly byVoice: boolean
}

/** After these the vendor may have taken it, and charges for what it took. */
const isUncertain = ({ reason }: SendFailure) => reason === 'timeout' || reason === 'answer'

/**
 * Asks a gateway of SMS for one message or call, within its budget of the day.
 * @throws SendFailure, `budget` when it is used up: a gateway after this one can take over.
 */
export async function withinBudget<T>(
  scopes: Scopes,
  { companyId, channelId, byVoice }: Gateway,
  ask: () => Promise<T>,
): Promise<T> {
  const [taken] = await scopes.asLoginRole<{ day: string; price: string }>(
    'select counted_on::text as day, price::text from integration_spend_take($1, $2, $3)',
    [companyId, channelId, byVoice],
  )
  if (taken === undefined) throw new SendFailure('budget', '', { isFinal: true })
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SendFailure && isUncertain(error)))
      await scopes.asLoginRole('select integration_spend_return($1, $2, $3, $4::date, $5::numeric)', [
        companyId,
        channelId,
        byVoice,
        taken.day,
        taken.price,
      ])
    throw error
  }
}
