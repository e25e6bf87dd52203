import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

interface Named {
  id: string
  name: string
}

export const publicationRepo = {
  async searchCompanies({ db }: RequestContext, search: string): Promise<Named[]> {
    const { rows } = await sql<Named>`select id, name from companies_below(${search}, 50)`.execute(db)
    return rows
  },

  async findTargets({ db }: RequestContext, roleId: string): Promise<Named[]> {
    const { rows } = await sql<Named>`select id, name from publication_targets(${roleId})`.execute(db)
    return rows
  },

  /** How many copies follow a role, and how many people hold one. */
  async countCopies({ db }: RequestContext, roleId: string): Promise<{ copies: number; holders: number }> {
    const { rows } = await sql<{
      copies: number
      holders: number
    }>`select copies, holders from count_copies(${roleId})`.execute(db)
    return rows[0] ?? { copies: 0, holders: 0 }
  },

  async publish(
    { db }: RequestContext,
    { roleId, toAll, companyIds }: { roleId: string; toAll: boolean; companyIds: readonly string[] },
  ): Promise<void> {
    await sql`select publish_role(${roleId}, ${toAll}, ${[...companyIds]}::bigint[])`.execute(db)
  },

  async unpublish({ db }: RequestContext, roleId: string): Promise<void> {
    await sql`select unpublish_role(${roleId})`.execute(db)
  },

  async detach({ db }: RequestContext, roleId: string): Promise<void> {
    await sql`select detach_role(${roleId})`.execute(db)
  },

  /** Creates the copies of the next batch of companies. Returns whether there may be more. */
  async publishPortion(scopes: Scopes, companyId: string, roleId: string, most: number): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ more: boolean }>('select publish_portion($1, $2, $3) as more', [
      companyId,
      roleId,
      most,
    ])
    return rows[0]?.more ?? false
  },
}
