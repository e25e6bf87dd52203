import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'

/** Keys of applications that the member issued and may still hold. Without a successor they are revoked, with their tokens. */
export const keysHeld: Holding = {
  kind: 'keys',

  async held({ db, scope }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select m.id as "memberId", a.display_name || ' …' || k.hint as name from application_key k
      join application a on a.company_id = k.company_id and a.id = k.application_id
      join member m on m.company_id = k.company_id and m.person_id = k.created_by_id
      where k.company_id = ${scope.companyId} and m.id = any (${[...memberIds]}::bigint[]) and not k.trial
        and coalesce(k.expires_at > now(), true) order by 1, 2`.execute(db)
    return rows
  },

  async handOver({ db, scope }, from, to) {
    const theirs = sql`company_id = ${scope.companyId} and created_by_id = ${from.personId}::bigint and not trial`
    const { numAffectedRows } = await (
      to === null
        ? sql`delete from application_key where ${theirs}`
        : sql`update application_key set created_by_id = ${to.personId}::bigint where ${theirs}`
    ).execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
