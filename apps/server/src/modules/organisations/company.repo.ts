import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/db/schema.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type CompanyRow = Selectable<Database['company']>
/** What a switcher shows of a company: it offers hundreds, and the rest of them would be read for nothing. */
export type OfferedCompany = Pick<CompanyRow, 'id' | 'name' | 'code' | 'kind' | 'status' | 'parent_id'>

const offered = sql.raw('id, name, code, kind, status, parent_id')

export const companyRepo = {
  find: ({ db }: RequestContext, id: string) =>
    db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst(),

  async memberships({ db }: RequestContext): Promise<OfferedCompany[]> {
    return (await sql<OfferedCompany>`select ${offered} from my_companies()`.execute(db)).rows
  },

  async actable({ db }: RequestContext, search: string, limit: number): Promise<OfferedCompany[]> {
    return (await sql<OfferedCompany>`select ${offered} from my_tenants(${search}, ${limit})`.execute(db))
      .rows
  },
}
