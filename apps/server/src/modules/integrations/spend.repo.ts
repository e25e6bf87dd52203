import type { Scopes } from '../../platform/db/scope.ts'

/** A message or a call of a gateway of SMS. */
export interface SpentBy {
  readonly companyId: string
  readonly channelId: string
  readonly byVoice: boolean
}

/** The day that it counts on, and its price. */
interface Taken {
  readonly day: string
  readonly price: string
}

export const spendRepo = {
  /** Undefined: the budget of the day does not allow it. */
  async take(scopes: Scopes, { companyId, channelId, byVoice }: SpentBy): Promise<Taken | undefined> {
    const [taken] = await scopes.asLoginRole<{ day: string; price: string }>(
      'select counted_on::text as day, price::text from integration_spend_take($1, $2, $3)',
      [companyId, channelId, byVoice],
    )
    return taken
  },

  async giveBack(
    scopes: Scopes,
    { companyId, channelId, byVoice }: SpentBy,
    { day, price }: Taken,
  ): Promise<void> {
    await scopes.asLoginRole('select integration_spend_return($1, $2, $3, $4::date, $5::numeric)', [
      companyId,
      channelId,
      byVoice,
      day,
      price,
    ])
  },
}
