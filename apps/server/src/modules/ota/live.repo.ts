import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

export const liveRepo = {
  async setLooked(db: Db, id: string, ring: number, taken: number): Promise<void> {
    await sql`update campaign set live_looked_at = now(), targets = targets + ${taken}::int,
        ring_sizes[${ring + 1}::int] = ring_sizes[${ring + 1}::int] + ${taken}::int
      where id = ${id}::bigint`.execute(db)
  },

  /** A selection made with a partial scope must not later become the whole company. */
  async seesWhole(db: Db): Promise<boolean> {
    const { rows } = await sql<{ whole: boolean }>`select whole_company() as whole`.execute(db)
    return rows[0]?.whole ?? false
  },
}
