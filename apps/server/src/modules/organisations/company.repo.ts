import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/db/schema.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type CompanyRow = Selectable<Database['company']>

export const companyRepo = {
  find: ({ db }: RequestContext, id: string) =>
    db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst(),

  async memberships({ db }: RequestContext): Promise<CompanyRow[]> {
    return (await sql<CompanyRow>`select * from my_companies()`.execute(db)).rows
  },

  async actable({ db }: RequestContext, search: string, limit: number): Promise<CompanyRow[]> {
    return (await sql<CompanyRow>`select * from my_tenants(${search}, ${limit})`.execute(db)).rows
  },
}
