import type { Scopes } from '../../../platform/db/scope.ts'
import type { NoticeAct } from './card.ts'

/** A card that its vendor says a person pressed. */
export interface PressedCard {
  readonly company_id: string
  readonly person_id: string
  readonly act: NoticeAct['act']
  readonly subject_id: string | null
  readonly step: number | null
  /** It was used, or its time has passed. */
  readonly over: boolean
  readonly language: 'zh' | 'en'
}

export const cardRepo = {
  async made(scopes: Scopes, messageId: string, act: NoticeAct): Promise<void> {
    await scopes.asLoginRole('select notice_card_made($1, $2, $3, $4)', [
      messageId,
      act.act,
      'subjectId' in act ? act.subjectId : null,
      'step' in act ? act.step : null,
    ])
  },

  /** Undefined: it was not sent to whom this subject of the channel is linked to. */
  async pressed(
    scopes: Scopes,
    channelId: string,
    messageId: string,
    subject: string,
  ): Promise<PressedCard | undefined> {
    const [row] = await scopes.asLoginRole<PressedCard & Record<string, unknown>>(
      'select * from notice_card_pressed($1, $2, $3)',
      [channelId, messageId, subject],
    )
    return row
  },

  async take(scopes: Scopes, messageId: string): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ taken: boolean }>('select notice_card_take($1) as taken', [
      messageId,
    ])
    return row!.taken
  },

  async giveBack(scopes: Scopes, messageId: string): Promise<void> {
    await scopes.asLoginRole('select notice_card_return($1)', [messageId])
  },

  /** Null: there is nothing that its recipient may acknowledge. */
  async acknowledge(scopes: Scopes, messageId: string, hours: number): Promise<number | null> {
    const [row] = await scopes.asLoginRole<{ n: number | null }>(
      'select notice_card_acknowledge($1, $2) as n',
      [messageId, hours],
    )
    return row!.n
  },

  /** The id of a session of one minute, for whom the card was sent to. */
  async session(scopes: Scopes, messageId: string, tokenHash: Buffer): Promise<string | null> {
    const [row] = await scopes.asLoginRole<{ id: string | null }>(
      'select notice_card_session($1, $2)::text as id',
      [messageId, tokenHash],
    )
    return row!.id
  },

  async endSession(scopes: Scopes, id: string): Promise<void> {
    await scopes.asLoginRole(`select end_session($1, '40005')`, [id])
  },
}
