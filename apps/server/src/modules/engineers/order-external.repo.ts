import type { OutputOf, orderExternalApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type External = NonNullable<OutputOf<typeof orderExternalApi.orderExternal>>

export const orderExternalRepo = {
  async find({ db }: Reader, orderId: string): Promise<External | undefined> {
    const { rows } =
      await sql<External>`select name, partner, phone, assigned_at as "assignedAt", assigned_by as "assignedBy"
      from work_order_external where order_id = ${orderId}`.execute(db)
    return rows[0]
  },

  async set(
    { db, scope }: Reader,
    orderId: string,
    { name, partner, phone }: { name: string; partner: string; phone: string },
  ): Promise<void> {
    await sql`insert into work_order_external (company_id, order_id, name, partner, phone, assigned_by)
      values (${scope.companyId}, ${orderId}, ${name}, ${partner}, ${phone}, ${scope.actorName})
      on conflict (company_id, order_id) do update set name = excluded.name, partner = excluded.partner,
        phone = excluded.phone, assigned_at = now(), assigned_by = excluded.assigned_by`.execute(db)
  },

  async remove({ db, scope }: Reader, orderId: string): Promise<void> {
    await db
      .deleteFrom('work_order_external')
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .execute()
  },
}
