import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

export const measuredRepo = {
  /** What a finished test of throughput measured; undefined: nothing, or it is gone. */
  async throughput(
    db: Db,
    runId: string,
  ): Promise<{ lineId: string; at: string; direction: string; bitsPerSecond: number } | undefined> {
    const { rows } = await sql<{ lineId: string; at: string; direction: string; bitsPerSecond: number }>`
      select r.line_id as "lineId", coalesce(r.started_at, r.created_at) as at, r.test->>'direction' as direction,
        r.bits_per_second as "bitsPerSecond"
      from line_run r where r.id = ${runId}::bigint and r.kind = 'throughput' and r.state = 'done' and r.bits_per_second > 0`.execute(
      db,
    )
    return rows[0]
  },
}
