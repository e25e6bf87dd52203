import type { OutputOf, workOrderApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type OrderCheck = OutputOf<typeof workOrderApi.getOrder>['checks'][number]

export const checkRepo = {
  async all(
    { db }: Pick<Reader, 'db'>,
    { id, companyId }: { id: string; companyId: string },
  ): Promise<OrderCheck[]> {
    const { rows } = await sql<OrderCheck>`select id, text, required, done_at as "doneAt", done_by as "doneBy"
      from work_order_check where company_id = ${companyId} and order_id = ${id} order by place, id`.execute(
      db,
    )
    return rows
  },

  /** Required points of the order that nobody has ticked. */
  async open({ db }: Pick<Reader, 'db'>, order: { id: string; companyId: string }): Promise<number> {
    return (await checkRepo.all({ db }, order)).filter(({ required, doneAt }) => required && doneAt === null)
      .length
  },

  async insert(
    { db, scope }: Reader,
    orderId: string,
    points: readonly { readonly text: string; readonly required: boolean }[],
  ): Promise<void> {
    if (points.length === 0) return
    await db
      .insertInto('work_order_check')
      .values(
        points.map(({ text, required }, place) => ({
          company_id: scope.companyId,
          order_id: orderId,
          place,
          text,
          required,
        })),
      )
      .execute()
  },

  /** @returns its text; undefined if the order has no such point, null if it was so already */
  async tick(
    { db, scope }: Reader,
    orderId: string,
    id: string,
    done: boolean,
  ): Promise<string | null | undefined> {
    const { rows } = await sql<{ text: string; before: boolean }>`
      with found as (
        select id, text, done_at is not null as before from work_order_check
        where company_id = ${scope.companyId} and order_id = ${orderId} and id = ${id} for update
      ), changed as (
        update work_order_check c set done_at = case when ${done} then now() end,
          done_by = case when ${done} then ${scope.actorName}::text end
        from found f where c.company_id = ${scope.companyId} and c.id = f.id and f.before <> ${done}
      )
      select text, before from found`.execute(db)
    const row = rows[0]
    return row === undefined ? undefined : row.before === done ? null : row.text
  },
}
