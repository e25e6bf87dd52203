import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { Db } from './transaction.ts'

/** Counting stops here: the screen shows "10,000+". */
const countCap = 10_000

/** How many rows match, counted to one above the cap at most. */
export async function cappedCount<T extends keyof Database>(
  db: Db,
  matching: SelectQueryBuilder<Database, T, object>,
): Promise<{ total: number; totalCapped: boolean }> {
  const { n } = await db
    .selectFrom(
      matching
        .select(sql`1`.as('one'))
        .limit(countCap + 1)
        .as('matching'),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(n, countCap), totalCapped: n > countCap }
}
