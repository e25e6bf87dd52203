import type { Scopes } from '../../platform/db/scope.ts'
import type { StoredSettings } from '../integrations/index.ts'

/** An application that a press came from, by the id in its address. */
export interface CardChannel {
  readonly company_id: string
  readonly usable: boolean
  readonly id: string
  readonly kind: number
  readonly settings: StoredSettings
  readonly sealed: Buffer
  readonly paused: boolean
}

export interface ChannelOfCard {
  readonly company_id: string
  readonly company_code: string
  readonly is_platform: boolean
  readonly kind: number
  readonly settings: StoredSettings
  readonly sealed: Buffer
}

export const cardChannelRepo = {
  async find(scopes: Scopes, publicId: string): Promise<CardChannel | undefined> {
    const rows = await scopes.asLoginRole<CardChannel & Record<string, unknown>>(
      'select * from sign_on_channel($1)',
      [publicId],
    )
    return rows[0]
  },

  async ofCard(scopes: Scopes, messageId: string): Promise<ChannelOfCard | undefined> {
    const rows = await scopes.asLoginRole<ChannelOfCard & Record<string, unknown>>(
      'select * from notice_card_channel($1)',
      [messageId],
    )
    return rows[0]
  },

  /** Queues `card.close`. */
  async close(scopes: Scopes, messageId: string, press: Readonly<Record<string, string>>): Promise<void> {
    await scopes.asLoginRole('select notice_card_close($1, $2::jsonb)', [messageId, JSON.stringify(press)])
  },
}
