import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface OrderFileRow {
  readonly id: string
  readonly fileId: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly addedAt: string
  readonly addedBy: string
}

const shown = sql`w.id, w.file_id as "fileId", w.name, w.media_type as "mediaType", f.size, w.added_at as "addedAt",
  w.added_by as "addedBy"`
const source = sql`work_order_file w join file f on f.company_id = w.company_id and f.id = w.file_id`

export const orderFileRepo = {
  async all({ db }: Pick<Reader, 'db'>, order: { id: string; companyId: string }): Promise<OrderFileRow[]> {
    const { rows } = await sql<OrderFileRow>`select ${shown} from ${source}
      where w.company_id = ${order.companyId} and w.order_id = ${order.id} order by w.id`.execute(db)
    return rows
  },

  async find({ db }: Pick<Reader, 'db'>, orderId: string, id: string): Promise<OrderFileRow | undefined> {
    const { rows } = await sql<OrderFileRow>`select ${shown} from ${source}
      where w.id = ${id} and w.order_id = ${orderId}`.execute(db)
    return rows[0]
  },

  async content({ db }: Pick<Reader, 'db'>, id: string): Promise<Buffer> {
    const { rows } = await sql<{ data: Buffer }>`select c.data from work_order_file w
      join file_chunk c on c.company_id = w.company_id and c.file_id = w.file_id
      where w.id = ${id} order by c.position`.execute(db)
    return Buffer.concat(rows.map(({ data }) => data))
  },

  /** Null: the order has the same content already. */
  async insert(
    { db, scope }: Reader,
    orderId: string,
    { fileId, name, mediaType }: Pick<OrderFileRow, 'fileId' | 'name' | 'mediaType'>,
  ): Promise<string | null> {
    const made = await db
      .insertInto('work_order_file')
      .values({
        company_id: scope.companyId,
        order_id: orderId,
        file_id: fileId,
        name,
        media_type: mediaType,
        added_by: scope.actorName,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made?.id ?? null
  },
}
