import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/db/tables.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type CompanyRow = Selectable<Database['company']>
/** Company fields for a switcher: it lists hundreds, so the rest is not read. */
export type OfferedCompany = Pick<CompanyRow, 'id' | 'name' | 'code' | 'kind' | 'status' | 'parent_id'>

const offered = sql.raw('id, name, code, kind, status, parent_id')

export const companyRepo = {
  find: ({ db }: RequestContext, id: string) =>
    db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst(),

  async memberships({ db, scope }: RequestContext): Promise<OfferedCompany[]> {
    return (await sql<OfferedCompany>`select ${offered} from my_companies(${scope.sessionId})`.execute(db))
      .rows
  },

  async actable({ db }: RequestContext, search: string, limit: number): Promise<OfferedCompany[]> {
    return (await sql<OfferedCompany>`select ${offered} from my_tenants(${search}, ${limit})`.execute(db))
      .rows
  },
}
