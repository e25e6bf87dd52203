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

  /** That of the link in force. */
  async salt({ db, scope }: Reader, orderId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('work_order_link')
      .select('salt')
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .where('kind', '=', 'rating')
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirst()
    return row?.salt
  },

  /** There is one for each order; it is valid for so long from now on. */
  async keep(
    { db, scope }: Reader,
    orderId: string,
    { hash, salt, days }: { hash: Buffer; salt: string; days: number },
  ): Promise<void> {
    const values = {
      token_hash: hash,
      salt,
      expires_at: sql<string>`now() + make_interval(days => ${days}::int)`,
    }
    await db
      .insertInto('work_order_link')
      .values({ company_id: scope.companyId, order_id: orderId, kind: 'rating', ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'order_id', 'kind'])
          .doUpdateSet({ ...values, created_at: sql<string>`now()`, ended_at: null }),
      )
      .execute()
  },

  /** Of both kinds. An SMS that waits is not sent. @returns whether one was in force */
  async end({ db, scope }: Reader, orderId: string): Promise<boolean> {
    const { numAffectedRows } =
      await sql`update work_order_link set ended_at = now(), sms = nullif(sms, 'waiting')
      where company_id = ${scope.companyId} and order_id = ${orderId} and ended_at is null and expires_at > now()`.execute(
        db,
      )
    return (numAffectedRows ?? 0n) > 0n
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
