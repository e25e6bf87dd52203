import type { InputOf, partStockApi } from '@netward/contract'
import type { PartSerialState } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partStockApi.pagePartSerials>

export interface SerialRow {
  readonly id: string
  readonly serial: string
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly state: PartSerialState
  readonly defective: boolean
  readonly warehouseId: string | null
  readonly warehouseName: string | null
  readonly purchasedOn: string | null
  readonly warrantyUntil: string | null
  readonly supplier: string
  readonly movedAt: string
}

const shown = sql`s.id, s.serial, s.model_id as "modelId", m.brand, m.name as "modelName", s.state, s.defective,
  s.warehouse_id as "warehouseId", w.name as "warehouseName", s.purchased_on::text as "purchasedOn",
  s.warranty_until::text as "warrantyUntil", s.supplier, s.moved_at as "movedAt"`
const source = sql`part_serial s join part_model m on m.company_id = s.company_id and m.id = s.model_id
  left join warehouse w on w.company_id = s.company_id and w.id = s.warehouse_id`

const orders = {
  serial: sql`upper(s.serial), s.id`,
  '-serial': sql`upper(s.serial) desc, s.id desc`,
  movedAt: sql`s.moved_at, s.id`,
  '-movedAt': sql`s.moved_at desc, s.id desc`,
  warrantyUntil: sql`s.warranty_until, s.id`,
  '-warrantyUntil': sql`s.warranty_until desc nulls last, s.id desc`,
}

export const partSerialRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', state, warehouseId, modelId, defective, warrantyDays, sort, page }: Query,
    pageSize: number,
  ): Promise<{ items: SerialRow[]; total: number }> {
    const where = sql.join(
      [
        sql`s.company_id = ${scope.companyId}`,
        // The beginning of a serial number, or the model.
        ...(search === ''
          ? []
          : [
              sql`(upper(s.serial) like upper(${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'
                or m.search like search_pattern(${search}))`,
            ]),
        ...(state === undefined ? [] : [sql`s.state = any (${state}::text[])`]),
        ...(warehouseId === undefined ? [] : [sql`s.warehouse_id = ${warehouseId}`]),
        ...(modelId === undefined ? [] : [sql`s.model_id = ${modelId}`]),
        ...(defective === undefined ? [] : [sql`s.defective = ${defective === 'yes'}`]),
        ...(warrantyDays === undefined
          ? []
          : [sql`s.warranty_until between current_date and current_date + ${Number(warrantyDays)}::int`]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<SerialRow>`select ${shown} from ${source} where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from ${source} where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async find({ db, scope }: Reader, id: string): Promise<SerialRow | undefined> {
    const { rows } = await sql<SerialRow>`select ${shown} from ${source}
      where s.company_id = ${scope.companyId} and s.id = ${id}`.execute(db)
    return rows[0]
  },

  /** By serial numbers in any case, by their upper case. */
  async known({ db, scope }: Reader, serials: readonly string[]): Promise<Map<string, SerialRow>> {
    if (serials.length === 0) return new Map()
    const { rows } = await sql<
      SerialRow & { key: string }
    >`select upper(s.serial) as key, ${shown} from ${source}
      where s.company_id = ${scope.companyId} and upper(s.serial) in (select upper(k) from unnest(${serials}::text[]) k)`.execute(
      db,
    )
    return new Map(rows.map(({ key, ...row }) => [key, row]))
  },

  async edit(
    { db, scope }: Reader,
    id: string,
    values: { purchasedOn: string | null; warrantyUntil: string | null; supplier: string },
  ): Promise<void> {
    await db
      .updateTable('part_serial')
      .set({
        purchased_on: values.purchasedOn,
        warranty_until: values.warrantyUntil,
        supplier: values.supplier,
      })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
