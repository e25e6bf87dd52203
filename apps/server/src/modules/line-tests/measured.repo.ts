import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

export const measuredRepo = {
  /** What a finished test of throughput measured; undefined: nothing, or it is gone. */
  async throughput(
    db: Db,
    runId: string,
  ): Promise<{ lineId: string; at: string; direction: string; bitsPerSecond: number } | undefined> {
    const { rows } = await sql<{ lineId: string; at: string; direction: string; bitsPerSecond: number }>`
      select r.line_id as "lineId", coalesce(r.started_at, r.created_at) as at, m.direction, m.bps as "bitsPerSecond"
      from line_run r left join diagnostic_run d on d.id = r.diagnostic_id
      cross join lateral (select case when d.id is null then r.result->'throughput'->>'direction'
          when d.kind = 'download' then 'down' else 'up' end as direction,
        case when d.id is null then (r.result->'throughput'->>'bitsPerSecond')::float8
          else d.mbit_s::float8 * 1000000 end as bps) m
      where r.id = ${runId}::bigint and r.kind = 'throughput' and r.state = 'done' and m.bps > 0`.execute(db)
    return rows[0]
  },
}
