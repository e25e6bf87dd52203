import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'
import { departmentRepo } from './department.repo.ts'

/** Departments that the member heads. */
export const departmentsHeld: Holding = {
  kind: 'departments',

  async held({ db, scope }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select n.head_id as "memberId", n.name from org_node n
      where n.company_id = ${scope.companyId} and n.head_id = any (${[...memberIds]}::bigint[]) order by 1, 2`.execute(
      db,
    )
    return rows
  },

  async handOver(ctx, from, to) {
    await departmentRepo.lockAll(ctx)
    const { numAffectedRows } = await sql`update org_node set head_id = ${to?.memberId ?? null}::bigint
      where company_id = ${ctx.scope.companyId} and head_id = ${from.memberId}::bigint`.execute(ctx.db)
    return Number(numAffectedRows ?? 0)
  },
}
