import type { CompanyKind, CompanyStanding } from '@netward/contract'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/db/schema.ts'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type CompanyRow = Selectable<Database['company']>

export const companyRepo = {
  find: ({ db }: RequestContext, id: string) =>
    db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst(),

  async page(
    { db }: RequestContext,
    { page, pageSize, search }: { page: number; pageSize: number; search: string | undefined },
  ) {
    const matching = db
      .selectFrom('company')
      .$if(search !== undefined && search !== '', (query) =>
        query.where(
          sql<boolean>`(strpos(lower(name), ${search!.toLowerCase()}) > 0 or strpos(code, ${search!.toLowerCase()}) > 0)`,
        ),
      )
    const items = await matching
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  async insert(
    { db }: RequestContext,
    company: {
      parentId: string
      kind: CompanyKind
      name: string
      code: string
      prefix: string | null
      standing: CompanyStanding
    },
  ): Promise<CompanyRow> {
    const { rows } = await sql<CompanyRow>`
      select * from create_company(${company.parentId}, ${company.kind}, ${company.name}, ${company.code},
        ${company.prefix}, ${company.standing})`.execute(db)
    return rows[0]!
  },

  async memberships({ db }: RequestContext): Promise<CompanyRow[]> {
    return (await sql<CompanyRow>`select * from my_companies()`.execute(db)).rows
  },

  async actable({ db }: RequestContext, search: string, limit: number): Promise<CompanyRow[]> {
    return (await sql<CompanyRow>`select * from my_tenants(${search}, ${limit})`.execute(db)).rows
  },
}
