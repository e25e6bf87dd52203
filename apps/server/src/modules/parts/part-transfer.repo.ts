import type { InputOf, partTransferApi } from '@netward/contract'
import type { PartTransferState } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partTransferApi.pagePartTransfers>

export interface TransferRow {
  readonly id: string
  readonly state: PartTransferState
  readonly fromId: string
  readonly fromName: string
  readonly toId: string
  readonly toName: string
  readonly tracking: string
  readonly note: string
  readonly sentAt: string
  readonly sentBy: string
  readonly receivedAt: string | null
  readonly receivedBy: string | null
  readonly lossReason: string
  readonly pieces: number
  readonly lost: number
}

export interface TransferLine {
  readonly id: string
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly serialId: string | null
  readonly serial: string | null
  readonly quantity: number
  readonly received: number | null
}

const shown = sql`t.id, t.state, t.from_id as "fromId", f.name as "fromName", t.to_id as "toId", d.name as "toName", t.tracking,
  t.note, t.sent_at as "sentAt", t.sent_by as "sentBy", t.received_at as "receivedAt", t.received_by as "receivedBy",
  t.loss_reason as "lossReason", l.pieces, l.lost`
const source = sql`part_transfer t join warehouse f on f.company_id = t.company_id and f.id = t.from_id
  join warehouse d on d.company_id = t.company_id and d.id = t.to_id
  cross join lateral (select coalesce(sum(l.quantity), 0)::int as pieces, coalesce(sum(l.quantity - l.received), 0)::int as lost
    from part_transfer_line l where l.company_id = t.company_id and l.transfer_id = t.id) l`

const orders = {
  state: sql`(t.state = 'received'), t.sent_at desc, t.id desc`,
  sentAt: sql`t.sent_at, t.id`,
  '-sentAt': sql`t.sent_at desc, t.id desc`,
}

export const partTransferRepo = {
  async page(
    { db, scope }: Reader,
    { state, warehouseId, sort, page, pageSize }: Query,
  ): Promise<{ items: TransferRow[]; total: number }> {
    const where = sql.join(
      [
        sql`t.company_id = ${scope.companyId}`,
        ...(state === undefined ? [] : [sql`t.state = ${state}`]),
        ...(warehouseId === undefined ? [] : [sql`${warehouseId}::bigint in (t.from_id, t.to_id)`]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<TransferRow>`select ${shown} from ${source} where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from part_transfer t where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async find({ db, scope }: Reader, id: string): Promise<TransferRow | undefined> {
    const { rows } = await sql<TransferRow>`select ${shown} from ${source}
      where t.company_id = ${scope.companyId} and t.id = ${id}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<TransferRow | undefined> {
    const { rows } = await sql<TransferRow>`select ${shown} from ${source}
      where t.company_id = ${scope.companyId} and t.id = ${id} for update of t`.execute(db)
    return rows[0]
  },

  async lines({ db, scope }: Reader, transferId: string): Promise<TransferLine[]> {
    const { rows } =
      await sql<TransferLine>`select l.id, l.model_id as "modelId", m.brand, m.name as "modelName",
        l.serial_id as "serialId", s.serial, l.quantity, l.received
      from part_transfer_line l join part_model m on m.company_id = l.company_id and m.id = l.model_id
      left join part_serial s on s.company_id = l.company_id and s.id = l.serial_id
      where l.company_id = ${scope.companyId} and l.transfer_id = ${transferId} order by l.id`.execute(db)
    return rows
  },

  async insert(
    { db, scope }: Reader,
    transfer: { fromId: string; toId: string; tracking: string; note: string },
    lines: readonly { modelId: string; serialId: string | null; quantity: number }[],
  ): Promise<string> {
    const { id } = await db
      .insertInto('part_transfer')
      .values({
        company_id: scope.companyId,
        from_id: transfer.fromId,
        to_id: transfer.toId,
        tracking: transfer.tracking,
        note: transfer.note,
        sent_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('part_transfer_line')
      .values(
        lines.map(({ modelId, serialId, quantity }) => ({
          company_id: scope.companyId,
          transfer_id: id,
          model_id: modelId,
          serial_id: serialId,
          quantity,
        })),
      )
      .execute()
    return id
  },

  async receive(
    { db, scope }: Reader,
    id: string,
    lossReason: string,
    received: readonly { id: string; received: number }[],
  ): Promise<void> {
    await sql`update part_transfer set state = 'received', received_at = now(), received_by = ${scope.actorName},
      loss_reason = ${lossReason} where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    await sql`update part_transfer_line l set received = r.received
      from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as r (id bigint, received int)
      where l.company_id = ${scope.companyId} and l.transfer_id = ${id} and l.id = r.id`.execute(db)
  },
}
