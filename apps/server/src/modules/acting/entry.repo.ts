import { type CompanyKind, type CompanyStatus, type actingApi, type OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Entry = OutputOf<typeof actingApi.tenantsToEnter>['tenants'][number]['entry']

export interface TenantToEnter {
  id: string
  name: string
  code: string
  kind: CompanyKind
  status: CompanyStatus
  parent_id: string | null
  entry: Entry
  waiting: boolean
}

/** Actions on a tenant by users from above. The functions check their scope themselves. */
export const entryRepo = {
  async search({ db }: RequestContext, search: string, limit: number): Promise<TenantToEnter[]> {
    return (await sql<TenantToEnter>`select * from tenants_to_enter(${search}, ${limit})`.execute(db)).rows
  },

  /** That tenant, if the person may act in it. */
  async find({ db }: RequestContext, companyId: string): Promise<TenantToEnter[]> {
    return (await sql<TenantToEnter>`select * from tenant_to_enter(${companyId})`.execute(db)).rows
  },

  async recent({ db }: RequestContext, limit: number): Promise<TenantToEnter[]> {
    return (await sql<TenantToEnter>`select * from recent_tenants(${limit})`.execute(db)).rows
  },

  async ask(
    { db, scope, requestId }: RequestContext,
    { companyId, reason, hours }: { companyId: string; reason: string; hours: number },
  ): Promise<void> {
    await sql`select acting_ask(${companyId}, ${reason}, ${hours}, ${scope.actorName}, ${requestId})`.execute(
      db,
    )
  },

  /** Returns the end time. */
  async breakGlass(
    { db, scope, requestId }: RequestContext,
    { companyId, reason }: { companyId: string; reason: string },
  ): Promise<string> {
    const { rows } = await sql<{ until: string }>`
      select acting_break_glass(${companyId}, ${reason}, ${scope.actorName}, ${requestId}) as until`.execute(
      db,
    )
    return rows[0]!.until
  },

  async leave({ db, scope, requestId }: RequestContext): Promise<void> {
    await sql`select leave_visit(${scope.sessionId}, ${scope.companyId}, ${requestId})`.execute(db)
  },

  /** Names of a tenant in scope and of the person's own company. */
  async parties(
    { db }: RequestContext,
    companyId: string,
  ): Promise<{ tenant_name: string; home_name: string }> {
    const { rows } = await sql<{ tenant_name: string; home_name: string }>`
      select tenant_name, home_name from acting_parties(${companyId})`.execute(db)
    return rows[0]!
  },
}
