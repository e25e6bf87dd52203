import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

interface Entry {
  id: string
  at: string
  source: 'device' | 'outlet'
  kind: string
  device_id: string | null
  device_name: string | null
  actor_name: string | null
  actor_company_name: string | null
  detail: Record<string, unknown>
}

interface Person {
  memberId: string
  displayName: string
  departmentName: string
  status: 'enabled' | 'disabled'
}

/** What an outlet's page shows beside lines and devices. The caller found the outlet under its scope. */
export const outletPageRepo = {
  /** Newest first. A page's worth per device, merged with the outlet's own events. */
  async timeline(
    { db }: Reader,
    outlet: { id: string; companyId: string },
    limit: number,
    offset: number,
  ): Promise<Entry[]> {
    const most = offset + limit
    const { rows } = await sql<Entry>`
      select * from (
        (select 'd' || t.id as id, t.at, 'device' as source, t.kind, d.id as device_id, d.name as device_name,
          t.actor_name, t.actor_company_name, t.detail - '{drift,templates}'::text[] as detail
        from device d cross join lateral (
          select t.* from device_timeline t where t.device_id = d.id order by t.id desc limit ${most}::int) t
        where d.outlet_id = ${outlet.id})
        union all
        (select 'a' || a.id, a.at, 'outlet', a.action, null, null, a.actor_name,
          case when a.from_outside then a.acting_company_name end, a.detail
        from audit_log a
        where a.company_id = ${outlet.companyId} and a.subject_kind = 'outlet' and a.subject_id = ${outlet.id}::text
        order by a.at desc, a.id desc limit ${most}::int)) entries
      order by at desc, id desc limit ${limit}::int offset ${offset}::int`.execute(db)
    return rows
  },

  async people(
    { db }: Reader,
    outlet: { companyId: string; departmentId: string | null },
    limit: number,
    offset: number,
  ): Promise<{ items: Person[]; total: number }> {
    const { rows } = await sql<{ [K in keyof Person]: Person[K] | null } & { total: number }>`
      with recursive below (id, name) as (
        select n.id, n.name from org_node n
        where n.company_id = ${outlet.companyId} and n.id = ${outlet.departmentId}::bigint
        union all
        select n.id, n.name from below b join org_node n
          on n.company_id = ${outlet.companyId} and n.parent_id = b.id and n.type = 4
      ), people as (
        select m.id, m.display_name, b.name, m.status from below b
        join member m on m.company_id = ${outlet.companyId} and m.department_id = b.id)
      select counted.total, page.*
      from (select count(*)::int as total from (select 1 from people limit 10001) capped) counted
      left join (select id as "memberId", display_name as "displayName", name as "departmentName", status from people
        order by display_name, id limit ${limit}::int offset ${offset}::int) page on true`.execute(db)
    return {
      items: rows.filter((row): row is Person & { total: number } => row.memberId !== null),
      total: rows[0]?.total ?? 0,
    }
  },
}
