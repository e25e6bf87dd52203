import { sql } from 'kysely'
import type { Held, MemberRef } from '../../platform/holding.ts'
import type { RequestContext } from '../../platform/http/context.ts'

interface Leaver extends MemberRef {
  readonly displayName: string
  readonly enabled: boolean
  readonly roles: string[]
}

/** Of one member that are counted one by one. */
const mostHeld = 1000

export const offboardingRepo = {
  /** Members of the company acted in, in the caller's data scope. */
  async members({ db, scope }: RequestContext, ids: readonly string[]): Promise<Leaver[]> {
    const { rows } = await sql<Leaver>`
      select m.id as "memberId", m.person_id as "personId", m.display_name as "displayName", m.status = 'enabled' as enabled,
        array(select coalesce(r.built_in, r.role_id::text) from member_role r
          where r.company_id = m.company_id and r.member_id = m.id) as roles
      from member_names(${[...ids]}::bigint[]) n join member m on m.id = n.member_id
      where m.company_id = ${scope.companyId} order by m.display_name, m.id`.execute(db)
    return rows
  },

  /** Open work orders, of customers too. Without the product nobody can move them. */
  async orders({ db, scope }: RequestContext, ids: readonly string[]): Promise<Held[]> {
    const { rows } = await sql<Held>`
      select m.id as "memberId", o.name from member m, lateral (
        select '#' || o.number || ' ' || o.title as name from work_order o
        where o.assignee_id = m.person_id and o.open and o.state <> 'resolved'
          and o.company_id <> all ((select companies_without('work_orders'))::bigint[])
        order by o.created_at limit ${sql.lit(mostHeld)}) o
      where m.company_id = ${scope.companyId} and m.id = any (${[...ids]}::bigint[])`.execute(db)
    return rows
  },

  /** Active alarms, of customers too. */
  async alarms({ db, scope }: RequestContext, ids: readonly string[]): Promise<Held[]> {
    const { rows } = await sql<Held>`
      select m.id as "memberId", a.name from member m, lateral (
        select coalesce(d.name, l.name) as name from alarm a
          left join device d on d.company_id = a.company_id and d.id = a.device_id
          left join internet_line l on l.company_id = a.company_id and l.id = a.line_id
        where a.assignee_id = m.person_id and a.state = 'active' and coalesce(d.id, l.id) is not null
        order by a.raised_at limit ${sql.lit(mostHeld)}) a
      where m.company_id = ${scope.companyId} and m.id = any (${[...ids]}::bigint[])`.execute(db)
    return rows
  },
}
