import type { InputOf, partStockApi } from '@netward/contract'
import type { PartCategory } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partStockApi.pagePartStock>

interface StockRow {
  readonly warehouseId: string
  readonly warehouseName: string
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly category: PartCategory
  readonly serialised: boolean
  readonly onHand: number
  readonly reserved: number
  readonly available: number
  readonly defective: number
  readonly inTransit: number
  readonly inRepair: number
  readonly minimum: number
  readonly short: number
}

const orders = {
  short: sql`s.short desc, s.model_id, s.warehouse_id`,
  available: sql`s.available, s.model_id, s.warehouse_id`,
  '-available': sql`s.available desc, s.model_id desc, s.warehouse_id desc`,
}

export const partStockRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', warehouseId, modelId, category, short, sort, page }: Query,
    pageSize: number,
  ): Promise<{ items: StockRow[]; total: number }> {
    const models = [
      ...(search === '' ? [] : [sql`m.search like search_pattern(${search})`]),
      ...(category === undefined ? [] : [sql`m.category = any (${category}::text[])`]),
    ]
    const where = sql.join(
      [
        sql`s.company_id = ${scope.companyId}`,
        ...(warehouseId === undefined ? [] : [sql`s.warehouse_id = ${warehouseId}`]),
        ...(modelId === undefined ? [] : [sql`s.model_id = ${modelId}`]),
        ...(short === undefined ? [] : [sql`s.short > 0`]),
        ...models,
      ],
      sql` and `,
    )
    const source = sql`part_stock s join part_model m on m.company_id = s.company_id and m.id = s.model_id`
    const { rows: items } =
      await sql<StockRow>`select s.warehouse_id as "warehouseId", w.name as "warehouseName",
        s.model_id as "modelId", m.brand, m.name as "modelName", m.category, m.serialised, s.on_hand as "onHand", s.reserved,
        s.available, s.defective, s.in_transit as "inTransit", s.in_repair as "inRepair", s.minimum, s.short
      from ${source} join warehouse w on w.company_id = s.company_id and w.id = s.warehouse_id
      where ${where} order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(
        db,
      )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from ${source} where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },
}
