import { sql } from 'kysely'
import type { Scope } from './scope.ts'
import type { Db } from './transaction.ts'

/** Companies that do not admit the person: their log shows the action, and no values. */
export async function closedCompanies(
  { db, scope }: { db: Db; scope: Scope },
  found: readonly { company_id: string }[],
): Promise<ReadonlySet<string>> {
  if (scope.kind === 'company') return new Set()
  const ids = [...new Set(found.map((row) => row.company_id))].filter((id) => id !== scope.companyId)
  if (ids.length === 0) return new Set()
  const { rows: closed } = await sql<{ id: string }>`
    select closed_companies(${ids}::bigint[])::text as id`.execute(db)
  return new Set(closed.map(({ id }) => id))
}
