import type { Language } from '@netward/phrases/server'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { OrderNotice, sealMessage } from '../../messages/index.ts'

export interface NoticeRow {
  readonly eventId: string
  readonly personId: string
  readonly orderId: string
  readonly notice: OrderNotice
  readonly number: string
  readonly title: string
  readonly companyName: string
  readonly timeZone: string
  readonly clock: 'respond' | 'resolve' | null
  readonly percent: number | null
  readonly due: string | null
  readonly note: string
  readonly actorName: string
  /** Null: without a confirmed address, or out of their sight. */
  readonly email: string | null
  readonly language: Language
}

export interface EndedNotice {
  readonly eventId: string
  readonly personId: string
  /** Null: it is dropped. */
  readonly message: ReturnType<typeof sealMessage>
}

export const noticeRepo = {
  due: (scopes: Scopes, most: number): Promise<NoticeRow[]> =>
    scopes.asLoginRole<NoticeRow>(
      `select event_id::text as "eventId", person_id::text as "personId", order_id::text as "orderId", notice,
         number::text as number, title, company_name as "companyName", time_zone as "timeZone", clock, percent, due, note,
         actor_name as "actorName", email, language from work_order_notices_due($1)`,
      [most],
    ),

  async send(scopes: Scopes, notices: readonly EndedNotice[]): Promise<void> {
    await scopes.asLoginRole('select work_order_notices_send($1)', [JSON.stringify(notices)])
  },
}
