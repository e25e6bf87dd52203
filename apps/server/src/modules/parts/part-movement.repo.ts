import type { InputOf, partStockApi } from '@netward/contract'
import type { PartMovementKind } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partStockApi.pagePartMovements>

export interface MovementRow {
  readonly id: string
  readonly at: string
  readonly kind: PartMovementKind
  readonly warehouseId: string
  readonly warehouseName: string
  readonly modelId: string
  readonly modelName: string
  readonly serialId: string | null
  readonly serial: string | null
  readonly onHand: number
  readonly reserved: number
  readonly defective: number
  readonly quantity: number
  readonly supplier: string
  readonly reference: string
  readonly unitPrice: number | null
  readonly orderId: string | null
  readonly orderNumber: number | null
  readonly orderOutlet: string | null
  readonly note: string
  readonly actorName: string
}

const shown = sql`v.id, v.at, v.kind, v.warehouse_id as "warehouseId", w.name as "warehouseName", v.model_id as "modelId",
  m.name as "modelName", v.serial_id as "serialId", s.serial, v.on_hand as "onHand", v.reserved, v.defective, v.quantity,
  v.supplier, v.reference, v.unit_price::float8 as "unitPrice",
  o.id as "orderId", v.order_number as "orderNumber", visible_outlet_name(o.outlet_id) as "orderOutlet", v.note, v.actor_name as "actorName"`
const source = sql`part_movement v join part_model m on m.company_id = v.company_id and m.id = v.model_id
  join warehouse w on w.company_id = v.company_id and w.id = v.warehouse_id
  left join part_serial s on s.company_id = v.company_id and s.id = v.serial_id
  left join work_order o on o.company_id = v.order_company_id and o.id = v.order_id`

export const partMovementRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', kind, warehouseId, modelId, actor, from, to, sort, page }: Query,
    pageSize: number,
  ): Promise<{ items: MovementRow[]; total: number }> {
    const where = sql.join(
      [
        sql`v.company_id = ${scope.companyId}`,
        ...(search === ''
          ? []
          : [sql`(upper(s.serial) = upper(${search}) or m.search like search_pattern(${search}))`]),
        ...(kind === undefined ? [] : [sql`v.kind = any (${kind}::text[])`]),
        ...(warehouseId === undefined ? [] : [sql`v.warehouse_id = ${warehouseId}`]),
        ...(modelId === undefined ? [] : [sql`v.model_id = ${modelId}`]),
        ...(actor === undefined ? [] : [sql`v.actor_id = ${scope.personId}::bigint`]),
        ...(from === undefined ? [] : [sql`v.at >= ${from}::timestamptz`]),
        ...(to === undefined ? [] : [sql`v.at < ${to}::timestamptz`]),
      ],
      sql` and `,
    )
    // Entries are numbered as they are made.
    const order = sort === 'at' ? sql`v.id` : sql`v.id desc`
    const { rows: items } =
      await sql<MovementRow>`select ${shown} from ${source} where ${where} order by ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from ${source} where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async ofSerial({ db, scope }: Reader, serialId: string): Promise<MovementRow[]> {
    const { rows } = await sql<MovementRow>`select ${shown} from ${source}
      where v.company_id = ${scope.companyId} and v.serial_id = ${serialId} order by v.id`.execute(db)
    return rows
  },
}
