import type { InputOf, partApi } from '@netward/contract'
import type { WarehouseKind } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partApi.pageWarehouses>

export interface WarehouseInput {
  readonly name: string
  readonly kind: WarehouseKind
  readonly address: string
  readonly outletId: string | null
  readonly keeperId: string | null
  readonly note: string
}

export interface Warehouse extends WarehouseInput {
  readonly id: string
}

interface WarehouseRow extends Warehouse {
  readonly outletName: string | null
  readonly keeperName: string | null
  readonly models: number
  readonly pieces: number
  readonly short: number
}

const shown = sql`w.id, w.name, w.kind, w.address, w.at_outlet_id as "outletId", w.keeper_id as "keeperId", w.note`

const columns = ({ name, kind, address, outletId, keeperId, note }: WarehouseInput) => ({
  name,
  kind,
  address,
  at_outlet_id: outletId,
  keeper_id: keeperId,
  note,
})

export const warehouseRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', kind, sort, page, pageSize }: Query,
  ): Promise<{ items: WarehouseRow[]; total: number }> {
    const where = sql.join(
      [
        sql`w.company_id = ${scope.companyId}`,
        ...(search === '' ? [] : [sql`w.search like search_pattern(${search})`]),
        ...(kind === undefined ? [] : [sql`w.kind = ${kind}`]),
      ],
      sql` and `,
    )
    const order = sort === 'name' ? sql`lower(w.name), w.id` : sql`lower(w.name) desc, w.id desc`
    const { rows: items } = await sql<WarehouseRow>`select ${shown},
        visible_outlet_name(w.at_outlet_id) as "outletName", k.display_name as "keeperName", s.models, s.pieces, s.short
      from warehouse w left join member k on k.company_id = w.company_id and k.person_id = w.keeper_id
      cross join lateral (
        select (count(*) filter (where s.on_hand + s.defective > 0))::int as models,
          coalesce(sum(s.on_hand + s.defective), 0)::int as pieces, (count(*) filter (where s.short > 0))::int as short
        from part_stock s where s.company_id = w.company_id and s.warehouse_id = w.id) s
      where ${where} order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from warehouse w where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async choices({
    db,
    scope,
  }: Reader): Promise<{ id: string; name: string; kind: WarehouseKind; own: boolean }[]> {
    const { rows } = await sql<{ id: string; name: string; kind: WarehouseKind; own: boolean }>`
      select w.id, w.name, w.kind, w.keeper_id is not distinct from ${scope.personId}::bigint and w.kind = 'car' as own
      from warehouse w where w.company_id = ${scope.companyId} order by own desc, lower(w.name), w.id`.execute(
      db,
    )
    return rows
  },

  async keepers({ db, scope }: Reader): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{
      id: string
      name: string
    }>`select person_id as id, display_name as name from member
      where company_id = ${scope.companyId} and status = 'enabled' order by display_name, person_id limit 2000`.execute(
      db,
    )
    return rows
  },

  async hasOutlet({ db, scope }: Reader, outletId: string): Promise<boolean> {
    const { rows } =
      await sql`select from outlet where company_id = ${scope.companyId} and id = ${outletId}`.execute(db)
    return rows.length > 0
  },

  async lock({ db, scope }: Reader, id: string): Promise<Warehouse | undefined> {
    const { rows } = await sql<Warehouse>`select ${shown} from warehouse w
      where w.company_id = ${scope.companyId} and w.id = ${id} for no key update`.execute(db)
    return rows[0]
  },

  /** It stays while parts are moved; who moves others there need not wait. */
  async hold({ db, scope }: Reader, id: string): Promise<Warehouse | undefined> {
    const { rows } = await sql<Warehouse>`select ${shown} from warehouse w
      where w.company_id = ${scope.companyId} and w.id = ${id} for key share`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from warehouse
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.n
  },

  async insert({ db, scope }: Reader, warehouse: WarehouseInput): Promise<string> {
    const { id } = await db
      .insertInto('warehouse')
      .values({ company_id: scope.companyId, ...columns(warehouse) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, warehouse: WarehouseInput): Promise<void> {
    await db
      .updateTable('warehouse')
      .set(columns(warehouse))
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('warehouse').where('company_id', '=', scope.companyId).where('id', '=', id).execute()
  },

  /** @returns the minimum before */
  async setMinimum(
    { db, scope }: Reader,
    { warehouseId, modelId, minimum }: { warehouseId: string; modelId: string; minimum: number },
  ): Promise<number> {
    const { rows } = await sql<{
      minimum: number
    }>`select minimum from part_stock where company_id = ${scope.companyId}
      and warehouse_id = ${warehouseId} and model_id = ${modelId}`.execute(db)
    await sql`insert into part_stock (company_id, warehouse_id, model_id, minimum)
      values (${scope.companyId}, ${warehouseId}, ${modelId}, ${minimum})
      on conflict (company_id, warehouse_id, model_id) do update set minimum = excluded.minimum`.execute(db)
    return rows[0]?.minimum ?? 0
  },
}
