import type { lineQualityApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Outage = OutputOf<typeof lineQualityApi.pageLineOutages>['items'][number]

export const outageRepo = {
  async page(
    { db }: Reader,
    lineId: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ items: Outage[]; total: number }> {
    const { rows } = await sql<Outage>`
      select o.id, o.began_at as "beganAt", o.ended_at as "endedAt", o.down_minutes as "downMinutes", o.worst_at as "worstAt",
        o.second_view as "secondView", o.cause, o.cause_by as "causeBy", o.cause_at as "causeAt", o.note
      from line_outage o where o.line_id = ${lineId} order by o.began_at desc
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select from line_outage o where o.line_id = ${lineId}
        limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** That overlap the time since a moment. */
  async since({ db }: Reader, lineId: string, since: Date) {
    const { rows } = await sql<{ beganAt: string; endedAt: string | null; secondView: Outage['secondView'] }>`
      select o.began_at as "beganAt", o.ended_at as "endedAt", o.second_view as "secondView" from line_outage o
      where o.line_id = ${lineId} and coalesce(o.ended_at, 'infinity') > ${since}::timestamptz`.execute(db)
    return rows
  },

  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select o.company_id from line_outage o where o.id = ${id}`.execute(db)
    return rows[0]?.company_id
  },

  async lock({ db, scope }: Reader, id: string) {
    const { rows } = await sql<{
      lineId: string
      outletId: string
      line: string
      cause: Outage['cause']
      note: string
    }>`select o.line_id as "lineId", l.outlet_id as "outletId", l.name as line, o.cause, o.note
      from line_outage o join internet_line l on l.id = o.line_id
      where o.id = ${id} and o.company_id = ${scope.companyId} for update of o`.execute(db)
    return rows[0]
  },

  async setCause({ db, scope }: Reader, id: string, set: Pick<Outage, 'cause' | 'note'>): Promise<void> {
    await sql`update line_outage set cause = ${set.cause}, note = ${set.note}, cause_by = ${scope.actorName}, cause_at = now()
      where id = ${id}`.execute(db)
  },
}
