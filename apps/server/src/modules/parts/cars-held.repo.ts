import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'

/** Cars of a driver, with the parts in them. Without a successor a car has no driver. */
export const carsHeld: Holding = {
  kind: 'cars',

  async held({ db, scope }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select m.id as "memberId", w.name from warehouse w
      join member m on m.company_id = w.company_id and m.person_id = w.keeper_id
      where w.company_id = ${scope.companyId} and m.id = any (${[...memberIds]}::bigint[]) order by 1, 2`.execute(
      db,
    )
    return rows
  },

  async handOver({ db, scope }, from, to) {
    const { numAffectedRows } = await sql`update warehouse set keeper_id = ${to?.personId ?? null}::bigint
      where company_id = ${scope.companyId} and keeper_id = ${from.personId}::bigint`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
