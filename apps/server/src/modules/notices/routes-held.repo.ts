import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'

/** Notice routes of the company that name the member. The person's own routes end with the membership. */
export const routesHeld: Holding = {
  kind: 'routes',

  async held({ db, scope }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select m.id as "memberId", r.name from notice_route r join unnest(${[...memberIds]}::bigint[]) m (id)
        on m.id = any (r.member_ids)
      where r.company_id = ${scope.companyId} and r.person_id is null order by 1, 2`.execute(db)
    return rows
  },

  async handOver({ db, scope }, from, to) {
    const { numAffectedRows } =
      await sql`update notice_route set edited_at = now(), edited_by = ${scope.actorName},
        member_ids = array(select distinct case when m = ${from.memberId}::bigint then ${to?.memberId ?? null}::bigint else m end
          from unnest(member_ids) m where ${to !== null} or m <> ${from.memberId}::bigint)
      where company_id = ${scope.companyId} and person_id is null and ${from.memberId}::bigint = any (member_ids)`.execute(
        db,
      )
    return Number(numAffectedRows ?? 0)
  },
}
