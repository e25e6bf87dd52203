import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

/** Counts of the company acted in only, whatever the scope: they match the lists they link to. */
export const workbenchRepo = {
  /** Of tenants those below the company of the scope, of outlets those that the person sees. */
  async firstSteps({ db }: RequestContext): Promise<{
    tenant: boolean
    administrator: boolean
    waiting_id: string | null
    outlet: boolean
  }> {
    const { rows } = await sql<{
      tenant: boolean
      administrator: boolean
      waiting_id: string | null
      outlet: boolean
    }>`select f.*, exists (select from outlet) as outlet from first_steps() f`.execute(db)
    return rows[0]!
  },

  async countRegistrations({ db, scope }: RequestContext): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from company_registration
        where company_id = ${scope.companyId}::bigint and state = 'waiting' limit 10000) waiting`.execute(db)
    return rows[0]!.n
  },

  /** For a company that requires consent; a break-glass visit is counted while it lasts. */
  async countAccesses({ db, scope }: RequestContext): Promise<{ requests: number; break_glass: number }> {
    const { rows } = await sql<{ requests: number; break_glass: number }>`
      select count(*) filter (where state = 'waiting')::int as requests,
        count(*) filter (where state = 'approved' and how = 'break_glass')::int as break_glass
      from (
        select state, how from acting_access where company_id = ${scope.companyId}::bigint and state = 'waiting'
        union all
        select state, how from acting_access
          where company_id = ${scope.companyId}::bigint and state = 'approved' and until > now()) open`.execute(
      db,
    )
    return rows[0]!
  },

  /** Neither accepted, revoked nor expired. */
  async countInvitations({ db, scope }: RequestContext): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from invitation
        where company_id = ${scope.companyId}::bigint and accepted_at is null and revoked_at is null
          and expires_at > now() limit 10000) open`.execute(db)
    return rows[0]!.n
  },
}
