import type { OutputOf, orderFieldApi } from '@netward/contract'
import type { OrderFieldKind } from '@netward/contract/order-form-values'
import type { OrderType } from '@netward/contract/work-order-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export type OrderField = OutputOf<typeof orderFieldApi.listOrderFields>[number]

const shown = sql`f.id, f.order_type as type, f.kind, f.label_zh as "labelZh", f.label_en as "labelEn", f.required,
  f.archived_at is not null as archived, f.options`

export const orderFieldRepo = {
  /** Those in use first, each as its company ordered them. */
  async all({ db }: Pick<Reader, 'db'>, companyId: string): Promise<OrderField[]> {
    const { rows } =
      await sql<OrderField>`select ${shown} from work_order_field f where f.company_id = ${companyId}
      order by f.archived_at is not null, f.order_type, f.place, f.id limit 1000`.execute(db)
    return rows
  },

  /** Of any company in sight. */
  async some({ db }: Pick<Reader, 'db'>, ids: readonly string[]): Promise<OrderField[]> {
    const { rows } = await sql<OrderField>`select ${shown} from work_order_field f
      where f.id = any (${ids}::bigint[])`.execute(db)
    return rows
  },

  /** What an order of the type asks for, of the company acted in. */
  async inUse({ db, scope }: Reader, type: string): Promise<OrderField[]> {
    const { rows } = await sql<OrderField>`select ${shown} from work_order_field f
      where f.company_id = ${scope.companyId} and f.order_type = ${type} and f.archived_at is null
      order by f.place, f.id`.execute(db)
    return rows
  },

  /** One change at a time. */
  async lockAll({ db, scope }: Reader): Promise<OrderField[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended('work order fields', ${scope.companyId}))`.execute(
      db,
    )
    return orderFieldRepo.all({ db }, scope.companyId)
  },

  async insert(
    { db, scope }: Reader,
    {
      type,
      kind,
      labelZh,
      labelEn,
      required,
      options,
    }: Omit<OrderField, 'id' | 'archived'> & { type: OrderType; kind: OrderFieldKind },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into work_order_field (company_id, order_type, kind, label_zh, label_en, required, options, place)
      values (${scope.companyId}, ${type}, ${kind}, ${labelZh}, ${labelEn}, ${required}, ${JSON.stringify(options)}::jsonb,
        coalesce((select max(place) from work_order_field where company_id = ${scope.companyId} and order_type = ${type}), 0) + 1)
      returning id`.execute(db)
    return rows[0]!.id
  },

  async edit(
    { db, scope }: Reader,
    id: string,
    { labelZh, labelEn, required, options }: Pick<OrderField, 'labelZh' | 'labelEn' | 'required' | 'options'>,
  ): Promise<void> {
    await sql`update work_order_field set label_zh = ${labelZh}, label_en = ${labelEn}, required = ${required},
        options = ${JSON.stringify(options)}::jsonb
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async archive({ db, scope }: Reader, id: string, archived: boolean): Promise<void> {
    await sql`update work_order_field set archived_at = case when ${archived} then now() end
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async exchange({ db, scope }: Reader, one: string, other: string): Promise<void> {
    await sql`update work_order_field f set place = o.place from work_order_field o
      where f.company_id = ${scope.companyId} and o.company_id = f.company_id
        and (f.id = ${one} and o.id = ${other} or f.id = ${other} and o.id = ${one})`.execute(db)
  },

  /** Values of the order just made or changed. */
  async setValues(
    { db, scope }: Reader,
    orderId: string,
    values: Readonly<Record<string, string>>,
  ): Promise<void> {
    await sql`update work_order set custom = ${JSON.stringify(values)}::jsonb
      where company_id = ${scope.companyId} and id = ${orderId}`.execute(db)
  },
}
