import type { InputOf, outletApi } from '@netward/contract'
import { outletEntity } from '@netward/contract/outlet-fields'
import { sql } from 'kysely'
import { insertRows, selectedFields, updateRow } from '../../platform/entity/entity-rows.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

type Written = InputOf<typeof outletApi.createOutlet>
export type Contact = Written['contacts'][number]

/** User-editable fields of an outlet, as they are stored. */
export type OutletValues = Omit<Written, 'timeZone'> & { timeZone: string }

export interface OutletSubject extends OutletValues {
  id: string
  companyId: string
}

export const outletRepo = {
  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const found = await db.selectFrom('outlet').select('company_id').where('id', '=', id).executeTakeFirst()
    return found?.company_id
  },

  /** Only what the transaction may write: the company acted in. */
  async lock({ db, scope }: Reader, id: string): Promise<OutletSubject | undefined> {
    const { rows } = await sql<OutletSubject>`
      select o.id, o.company_id as "companyId", ${selectedFields(outletEntity, 'o')}
      from outlet o where o.id = ${id} and o.company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  /** Before its devices, so that no transaction that locks them first waits for this. */
  share({ db, scope }: Reader, id: string): Promise<{ id: string; name: string } | undefined> {
    return db
      .selectFrom('outlet')
      .select(['id', 'name'])
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .forShare()
      .executeTakeFirst()
  },

  async names({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await db
      .selectFrom('outlet')
      .select(['id', 'name'])
      .where('id', '=', sql<string>`any (${ids}::bigint[])`)
      .execute()
    return new Map(rows.map((row) => [row.id, row.name]))
  },

  async seesPart({ db }: Reader): Promise<boolean> {
    const { rows } = await sql<{ part: boolean }>`
      select netward_setting('netward.outlet_ids') is not null
        or netward_setting('netward.department_ids') is not null as part`.execute(db)
    return rows[0]?.part ?? false
  },

  async companyTimeZone({ db, scope }: Reader): Promise<string> {
    const company = await db
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', scope.companyId)
      .executeTakeFirstOrThrow()
    return company.time_zone
  },

  insert: (ctx: Reader, outlets: readonly OutletValues[]) => insertRows(ctx, 'outlet', outlets),

  update: (ctx: Reader, id: string, values: OutletValues) => updateRow(ctx, 'outlet', id, values),

  /** Roles that open an outlet to more users when it changes departments (or had none). */
  async widened({ db }: Reader, from: string | null, to: string | null): Promise<string[]> {
    const { rows } = await sql<{ ref: string }>`
      select roles_widened_by_outlet(${from}::bigint, ${to}::bigint) as ref`.execute(db)
    return rows.map(({ ref }) => ref)
  },

  async delete({ db }: Reader, id: string): Promise<void> {
    await db.deleteFrom('outlet').where('id', '=', id).execute()
  },

  async count({ db }: Reader, id: string): Promise<{ devices: number; lines: number }> {
    const { rows } = await sql<{ devices: number; lines: number }>`
      select (select count(*)::int from device d where d.outlet_id = ${id} and d.state = 'claimed') as devices,
        (select count(*)::int from internet_line l where l.outlet_id = ${id}) as lines`.execute(db)
    return rows[0]!
  },

  /** Departments with full paths, of a company in scope. */
  async departments({ db }: Reader, companyId: string): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      with recursive d (id, name) as (
        select n.id, n.name from org_node n join org_node root on root.company_id = n.company_id
          and root.id = n.parent_id and root.parent_id is null
        where n.company_id = ${companyId} and n.type = 4
        union all
        select n.id, d.name || ' / ' || n.name from org_node n join d on n.parent_id = d.id
        where n.company_id = ${companyId} and n.type = 4)
      select id, name from d order by name, id limit 1000`.execute(db)
    return rows
  },
}
