import type { RatingSmsState } from '@netward/contract/field-work-values'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** A gateway of SMS that asks for ratings. */
export interface RatingChannel {
  readonly id: string
  readonly companyId: string
  readonly companyCode: string
  readonly isPlatform: boolean
  readonly kind: 4
  readonly settings: never
  readonly sealed: Buffer
}

export const ratingRepo = {
  /** Of the company, or of the nearest above. */
  async channel(scopes: Scopes, companyId: string): Promise<RatingChannel | undefined> {
    const rows = await scopes.asLoginRole<RatingChannel & Record<string, unknown>>(
      `select id::text, company_id::text as "companyId", company_code as "companyCode", is_platform as "isPlatform", kind, settings,
         sealed from work_rating_channel($1)`,
      [companyId],
    )
    return rows[0]
  },

  async company({ db, scope }: Reader): Promise<{ companyName: string; language: 'zh' | 'en' }> {
    const { rows } = await sql<{
      companyName: string
      language: 'zh' | 'en'
    }>`select name as "companyName", language
      from company where id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]!
  },

  async wasAsked({ db, scope }: Reader, orderId: string): Promise<boolean> {
    const { rows } = await sql<{ asked: boolean }>`select exists (select from work_order_link
      where company_id = ${scope.companyId}::bigint and order_id = ${orderId}::bigint and kind = 'rating'
        and (mailed or sms is not null)) as asked`.execute(db)
    return rows[0]!.asked
  },

  async setAsked(
    { db, scope }: Reader,
    orderId: string,
    { mailed, sms }: { mailed: boolean; sms: boolean },
  ): Promise<void> {
    await db
      .updateTable('work_order_link')
      .set({ mailed, sms: sms ? 'waiting' : null })
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .where('kind', '=', 'rating')
      .execute()
  },

  async enqueueSms({ db }: Reader, orderId: string): Promise<void> {
    await sql`select enqueue('work_order.rating_sms', ${JSON.stringify({ orderId })}::jsonb,
      ${`work_order.rating_sms:${orderId}`})`.execute(db)
  },

  /** False: it is in another state. */
  async moveSms(
    { db, scope }: Reader,
    orderId: string,
    from: RatingSmsState,
    to: RatingSmsState,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('work_order_link')
      .set({ sms: to })
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .where('kind', '=', 'rating')
      .where('sms', '=', from)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
}
