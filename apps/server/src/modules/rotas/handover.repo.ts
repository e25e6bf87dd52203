import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface HandoverRow {
  readonly id: string
  readonly rotaId: string
  readonly writtenAt: string
  readonly from: string
  readonly to: string
  readonly toMemberId: string | null
  readonly open: number
  readonly unacknowledged: number
  readonly watched: string
  readonly promised: string
  readonly acceptedAt: string | null
}

const shown = sql`id, rota_id as "rotaId", written_at as "writtenAt", from_name as "from", to_name as "to", to_member_id as "toMemberId", open,
  unacknowledged, watched, promised, accepted_at as "acceptedAt"`

export const handoverRepo = {
  async page(
    { db, scope }: Reader,
    rotaId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: HandoverRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and rota_id = ${rotaId}`
    const { rows } = await sql<HandoverRow>`select ${shown} from rota_handover where ${where}
      order by id desc limit ${limit}::int offset ${offset}::int`.execute(db)
    const counted = await sql<{
      n: number
    }>`select count(*)::int as n from rota_handover where ${where}`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** With the active alarms in sight of the caller now. */
  async insert(
    { db, scope }: Reader,
    rotaId: string,
    {
      fromName,
      to,
      watched,
      promised,
    }: { fromName: string; to: { id: string; name: string }; watched: string; promised: string },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into rota_handover (company_id, rota_id, from_name, to_member_id, to_name, open, unacknowledged, watched, promised)
      select ${scope.companyId}, ${rotaId}, ${fromName}, ${to.id}, ${to.name}, count(*),
        count(*) filter (where acknowledged_at is null), ${watched}, ${promised}
      from alarm where state = 'active' returning id`.execute(db)
    return rows[0]!.id
  },

  async lock({ db, scope }: Reader, id: string): Promise<HandoverRow | undefined> {
    const { rows } = await sql<HandoverRow>`select ${shown} from rota_handover
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async accept({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update rota_handover set accepted_at = now()
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },
}
