import type { InputOf, partCountApi } from '@netward/contract'
import type { PartCountState, PartSerialState } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partCountApi.pagePartCounts>

export interface CountRow {
  readonly id: string
  readonly state: PartCountState
  readonly warehouseId: string
  readonly warehouseName: string
  readonly startedAt: string
  readonly startedBy: string
  readonly endedAt: string | null
  readonly endedBy: string | null
  readonly reason: string
  readonly found: number
  readonly lost: number
}

interface CountedModel {
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly serialised: boolean
  readonly expected: number
  readonly counted: number | null
}

interface MissingPiece {
  readonly serialId: string
  readonly modelId: string
  readonly serial: string
  readonly modelName: string
}

interface UnexpectedPiece {
  readonly serialId: string | null
  readonly modelId: string | null
  readonly serial: string
  readonly modelName: string | null
  readonly state: PartSerialState | null
  readonly defective: boolean | null
  readonly warehouseId: string | null
  readonly warehouseName: string | null
}

const shown = sql`c.id, c.state, c.warehouse_id as "warehouseId", w.name as "warehouseName", c.started_at as "startedAt",
  c.started_by as "startedBy", c.ended_at as "endedAt", c.ended_by as "endedBy", c.reason, c.found, c.lost`
const source = sql`part_count c join warehouse w on w.company_id = c.company_id and w.id = c.warehouse_id`

const orders = {
  state: sql`(c.state <> 'running'), c.started_at desc, c.id desc`,
  startedAt: sql`c.started_at, c.id`,
  '-startedAt': sql`c.started_at desc, c.id desc`,
}

export const partCountRepo = {
  async page(
    { db, scope }: Reader,
    { state, warehouseId, sort, page, pageSize }: Query,
  ): Promise<{ items: CountRow[]; total: number }> {
    const where = sql.join(
      [
        sql`c.company_id = ${scope.companyId}`,
        ...(state === undefined ? [] : [sql`c.state = ${state}`]),
        ...(warehouseId === undefined ? [] : [sql`c.warehouse_id = ${warehouseId}`]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<CountRow>`select ${shown} from ${source} where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from part_count c where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async find({ db, scope }: Reader, id: string): Promise<CountRow | undefined> {
    const { rows } = await sql<CountRow>`select ${shown} from ${source}
      where c.company_id = ${scope.companyId} and c.id = ${id}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<CountRow | undefined> {
    const { rows } = await sql<CountRow>`select ${shown} from ${source}
      where c.company_id = ${scope.companyId} and c.id = ${id} for update of c`.execute(db)
    return rows[0]
  },

  async insert({ db, scope }: Reader, warehouseId: string): Promise<string> {
    const { id } = await db
      .insertInto('part_count')
      .values({ company_id: scope.companyId, warehouse_id: warehouseId, started_by: scope.actorName })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** What the ledger says at this moment stays with the count, so that parts may go on moving. */
  async setQuantity(
    { db, scope }: Reader,
    { id, warehouseId }: CountRow,
    modelId: string,
    quantity: number,
  ): Promise<void> {
    await sql`insert into part_count_line (company_id, count_id, model_id, expected, counted)
      select ${scope.companyId}, ${id}, ${modelId}, coalesce((select s.on_hand from part_stock s
        where s.company_id = ${scope.companyId} and s.warehouse_id = ${warehouseId} and s.model_id = ${modelId}), 0), ${quantity}
      on conflict (company_id, count_id, model_id) do update set expected = excluded.expected, counted = excluded.counted`.execute(
      db,
    )
  },

  async addSerials({ db, scope }: Reader, id: string, serials: readonly string[]): Promise<void> {
    await sql`insert into part_count_serial (company_id, count_id, serial)
      select distinct on (upper(k)) ${scope.companyId}::bigint, ${id}::bigint, k from unnest(${serials}::text[]) k
      on conflict do nothing`.execute(db)
  },

  async models({ db, scope }: Reader, { id, warehouseId }: CountRow): Promise<CountedModel[]> {
    const { rows } =
      await sql<CountedModel>`select m.id as "modelId", m.brand, m.name as "modelName", m.serialised,
        coalesce(l.expected, s.on_hand, 0)::int as expected, coalesce(l.counted, n.counted)::int as counted
      from part_model m
      left join part_stock s on s.company_id = m.company_id and s.warehouse_id = ${warehouseId} and s.model_id = m.id
      left join part_count_line l on l.company_id = m.company_id and l.count_id = ${id} and l.model_id = m.id
      left join (select p.model_id, count(*) as counted from part_count_serial k
        join part_serial p on p.company_id = k.company_id and upper(p.serial) = upper(k.serial)
        where k.company_id = ${scope.companyId} and k.count_id = ${id} group by p.model_id) n on n.model_id = m.id
      where m.company_id = ${scope.companyId} and (s.on_hand > 0 or l.counted is not null or n.counted is not null)
      order by (coalesce(l.counted, n.counted) is null), lower(m.name), m.id`.execute(db)
    return rows
  },

  /** Of models of which a piece was scanned; those that came after the start were not there to be found. */
  async missing({ db, scope }: Reader, { id, warehouseId }: CountRow): Promise<MissingPiece[]> {
    const { rows } =
      await sql<MissingPiece>`select p.id as "serialId", p.model_id as "modelId", p.serial, m.name as "modelName"
      from part_serial p join part_model m on m.company_id = p.company_id and m.id = p.model_id
      join part_count c on c.company_id = p.company_id and c.id = ${id}
      where p.company_id = ${scope.companyId} and p.warehouse_id = ${warehouseId} and p.state = 'in_stock' and not p.defective
        and p.moved_at < c.started_at
        and exists (select from part_count_serial k join part_serial o on o.company_id = k.company_id
          and upper(o.serial) = upper(k.serial) where k.company_id = p.company_id and k.count_id = c.id and o.model_id = p.model_id)
        and not exists (select from part_count_serial k where k.company_id = p.company_id and k.count_id = c.id
          and upper(k.serial) = upper(p.serial))
      order by m.name, p.serial limit 1000`.execute(db)
    return rows
  },

  async unexpected({ db, scope }: Reader, { id, warehouseId }: CountRow): Promise<UnexpectedPiece[]> {
    const { rows } = await sql<UnexpectedPiece>`select p.id as "serialId", p.model_id as "modelId", k.serial,
        m.name as "modelName", p.state, p.defective, p.warehouse_id as "warehouseId", w.name as "warehouseName"
      from part_count_serial k
      left join part_serial p on p.company_id = k.company_id and upper(p.serial) = upper(k.serial)
      left join part_model m on m.company_id = p.company_id and m.id = p.model_id
      left join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id
      where k.company_id = ${scope.companyId} and k.count_id = ${id}
        and (p.id is null or p.warehouse_id is distinct from ${warehouseId} or p.state not in ('in_stock', 'reserved'))
      order by m.name nulls last, k.serial limit 1000`.execute(db)
    return rows
  },

  async end(
    { db, scope }: Reader,
    id: string,
    { state, reason, found, lost }: { state: PartCountState; reason: string; found: number; lost: number },
  ): Promise<void> {
    await sql`update part_count set state = ${state}, reason = ${reason}, found = ${found}, lost = ${lost}, ended_at = now(),
      ended_by = ${scope.actorName} where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },
}
