import type { InputOf, partClaimApi } from '@netward/contract'
import type { PartClaimState } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partClaimApi.pagePartClaims>

export interface ClaimRow {
  readonly id: string
  readonly state: PartClaimState
  readonly warehouseId: string
  readonly warehouseName: string
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly serialId: string | null
  readonly serial: string | null
  readonly quantity: number
  readonly vendor: string
  readonly reference: string
  readonly tracking: string
  readonly dueOn: string | null
  readonly overdue: boolean
  readonly note: string
  readonly sentAt: string
  readonly sentBy: string
  readonly answeredAt: string | null
  readonly endedAt: string | null
  readonly newSerialId: string | null
  readonly newSerial: string | null
}

/** A day ends where the warehouse is. */
const overdue = sql`(c.ended_at is null and coalesce(c.due_on < (now() at time zone coalesce(t.time_zone, o.time_zone))::date, false))`
const shown = sql`c.id, c.state, c.warehouse_id as "warehouseId", w.name as "warehouseName", c.model_id as "modelId", m.brand,
  m.name as "modelName", c.serial_id as "serialId", s.serial, c.quantity, c.vendor, c.reference, c.tracking,
  c.due_on::text as "dueOn", ${overdue} as overdue, c.note, c.sent_at as "sentAt", c.sent_by as "sentBy",
  c.answered_at as "answeredAt", c.ended_at as "endedAt", c.new_serial_id as "newSerialId", n.serial as "newSerial"`
const source = sql`part_claim c join part_model m on m.company_id = c.company_id and m.id = c.model_id
  join warehouse w on w.company_id = c.company_id and w.id = c.warehouse_id
  join company o on o.id = c.company_id
  left join outlet t on t.company_id = w.company_id and t.id = w.at_outlet_id
  left join part_serial s on s.company_id = c.company_id and s.id = c.serial_id
  left join part_serial n on n.company_id = c.company_id and n.id = c.new_serial_id`

const orders = {
  due: sql`(c.ended_at is not null), c.due_on, c.id`,
  sentAt: sql`c.sent_at, c.id`,
  '-sentAt': sql`c.sent_at desc, c.id desc`,
}

export const partClaimRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', state, overdue: onlyOverdue, sort, page, pageSize }: Query,
  ): Promise<{ items: ClaimRow[]; total: number }> {
    const where = sql.join(
      [
        sql`c.company_id = ${scope.companyId}`,
        ...(search === ''
          ? []
          : [
              sql`(upper(s.serial) = upper(${search}) or m.search like search_pattern(${search})
                or strpos(lower(c.vendor || ' ' || c.reference), lower(${search})) > 0)`,
            ]),
        ...(state === undefined ? [] : [sql`c.state = any (${state}::text[])`]),
        ...(onlyOverdue === undefined ? [] : [overdue]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<ClaimRow>`select ${shown} from ${source} where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from ${source} where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async lock({ db, scope }: Reader, id: string): Promise<ClaimRow | undefined> {
    const { rows } = await sql<ClaimRow>`select ${shown} from ${source}
      where c.company_id = ${scope.companyId} and c.id = ${id} for update of c`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    claim: {
      warehouseId: string
      vendor: string
      reference: string
      tracking: string
      dueOn: string | null
      note: string
    },
    what: readonly { modelId: string; serialId: string | null; quantity: number }[],
  ): Promise<void> {
    await db
      .insertInto('part_claim')
      .values(
        what.map(({ modelId, serialId, quantity }) => ({
          company_id: scope.companyId,
          warehouse_id: claim.warehouseId,
          model_id: modelId,
          serial_id: serialId,
          quantity,
          vendor: claim.vendor,
          reference: claim.reference,
          tracking: claim.tracking,
          due_on: claim.dueOn,
          note: claim.note,
          sent_by: scope.actorName,
        })),
      )
      .execute()
  },

  async answer(
    { db, scope }: Reader,
    id: string,
    { reference, dueOn, note }: { reference: string; dueOn: string | null; note: string },
  ): Promise<void> {
    await sql`update part_claim set state = 'answered', answered_at = coalesce(answered_at, now()), reference = ${reference},
      due_on = ${dueOn}, note = ${note} where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async end(
    { db, scope }: Reader,
    id: string,
    { state, note, newSerialId }: { state: PartClaimState; note: string; newSerialId: string | null },
  ): Promise<void> {
    await sql`update part_claim set state = ${state}, ended_at = now(), new_serial_id = ${newSerialId},
      note = ${note} where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },
}
