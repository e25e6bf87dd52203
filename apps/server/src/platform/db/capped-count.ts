import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { Db } from './transaction.ts'

/** Counting stops here: the screen shows "10,000+". */
export const countCap = 10_000

/** Where counting stops: what a search finds is compared row by row, and who finds a thousand searches on. */
export function capOf(search: unknown): number {
  return search === undefined || search === '' ? countCap : 1_000
}

/** What an answer says of a number that was counted to above the cap at most. */
export function capped(found: number, cap = countCap): { total: number; totalCapped: boolean } {
  return { total: Math.min(found, cap), totalCapped: found > cap }
}

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
  return capped(n)
}
