import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

/** Counts of the company acted in, whatever else the scope sees: as the lists that they open. */
export const workbenchRepo = {
  async countRegistrations({ db, scope }: RequestContext): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from company_registration
        where company_id = ${scope.companyId}::bigint and state = 'waiting' limit 10000) waiting`.execute(db)
    return rows[0]!.n
  },

  /** Neither accepted, nor revoked, nor run out. */
  async countInvitations({ db, scope }: RequestContext): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from invitation
        where company_id = ${scope.companyId}::bigint and accepted_at is null and revoked_at is null
          and expires_at > now() limit 10000) open`.execute(db)
    return rows[0]!.n
  },
}
