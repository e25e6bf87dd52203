import type { InputOf, OutputOf, sharingWorkApi } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Api = typeof sharingWorkApi
type Stock = OutputOf<Api['pageSharedStock']>['items'][number]
type SharedPart = OutputOf<Api['sharedPartsOfOrder']>[number]

export const sharedPartRepo = {
  async page(
    { db }: Reader,
    { search = '', category, usable, sort, page, pageSize }: InputOf<Api['pageSharedStock']>,
  ): Promise<{ items: Stock[]; total: number }> {
    const conditions = [
      sql`(${search} = '' or strpos(lower(concat_ws(' ', s.company_name, s.model, s.warehouse_name)), lower(${search})) > 0)`,
      ...(category === undefined ? [] : [sql`s.category = any (${category}::text[])`]),
      ...(usable === undefined ? [] : [sql`s.usable and s.any_left`]),
    ]
    const from = sql`shared_stock() s where ${sql.join(conditions, sql` and `)}`
    const order =
      sort === 'company'
        ? sql`s.company_name, s.warehouse_name, s.model, s.ref`
        : sql`s.company_name desc, s.warehouse_name desc, s.model desc, s.ref desc`
    const { rows } =
      await sql<Stock>`select s.redemption_id as "redemptionId", s.ref, s.company_name as "companyName", s.category,
        s.model, s.warehouse_name as "warehouseName", s.address, s.available, s.any_left as "anyLeft", s.usable
      from ${from} order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async order({ db }: Reader, orderId: string): Promise<{ number: number } | undefined> {
    const { rows } = await sql<{
      number: number
    }>`select number::int as number from work_order where id = ${orderId}`.execute(db)
    return rows[0]
  },

  async ofOrder({ db, scope }: Reader, orderId: string): Promise<SharedPart[]> {
    const { rows } = await sql<SharedPart>`select p.id, p.origin_name as "companyName", p.category, p.model,
        p.warehouse as "warehouseName", p.address, p.serial, p.quantity, p.used, p.state, p.reserved_at as "reservedAt",
        p.reserved_by as "reservedBy"
      from shared_part p where p.company_id = ${scope.companyId} and p.order_id = ${orderId} order by p.id limit 500`.execute(
      db,
    )
    return rows
  },

  async reserve(
    { db }: Reader,
    { orderId, redemptionId, ref, quantity }: InputOf<Api['reserveShared']>,
  ): Promise<number> {
    const { rows } = await sql<{
      n: number
    }>`select sharing_reserve(${orderId}::bigint, ${redemptionId}::bigint, ${ref},
      ${quantity}::int) as n`.execute(db)
    return rows[0]!.n
  },

  /** Null: none, the reservation is freed. */
  async use({ db }: Reader, id: string, used: number | null): Promise<void> {
    await sql`select shared_part_use(${id}::bigint, ${used ?? 0}::int, ${used === null})`.execute(db)
  },

  async settle({ db }: Reader, keyId: string, reservationId: string, act: 'issue' | 'free'): Promise<void> {
    await sql`select sharing_settle(${keyId}::bigint, ${reservationId}::bigint, ${act === 'issue'})`.execute(
      db,
    )
  },
}
