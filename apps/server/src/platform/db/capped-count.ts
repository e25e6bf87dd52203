import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './tables.ts'
import type { Db } from './transaction.ts'

/** Counting stops here: the screen shows "10,000+". */
export const countCap = 10_000

/** Counting stops here: a search compares row by row, and a person with a thousand results refines it. */
export function capOf(search: unknown): number {
  return search === undefined || search === '' ? countCap : 1_000
}

/** Presents a number that was counted to at most one above the cap. */
export function capped(found: number, cap = countCap): { total: number; totalCapped: boolean } {
  return { total: Math.min(found, cap), totalCapped: found > cap }
}

/** Number of the rows behind `from`, tables and conditions, counted to at most one above the cap. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
  return rows[0]!.n
}

/** Number of matching rows, counted to at most one above the cap. */
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
