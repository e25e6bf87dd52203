import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface Contact {
  name: string
  phone: string
}

/** What a person writes of an outlet. */
export interface OutletValues {
  name: string
  code: string
  region: string
  address: string
  latitude: number | null
  longitude: number | null
  time_zone: string
  business_hours: string
  contacts: Contact[]
  department_id: string | null
  note: string
}

export interface OutletSubject extends OutletValues {
  id: string
  company_id: string
}

const written = [
  'name',
  'code',
  'region',
  'address',
  'latitude',
  'longitude',
  'time_zone',
  'business_hours',
  'contacts',
  'department_id',
  'note',
] as const satisfies readonly (keyof OutletValues)[]

const stored = ({ contacts, ...values }: OutletValues) => ({ ...values, contacts: JSON.stringify(contacts) })

export const outletRepo = {
  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const found = await db.selectFrom('outlet').select('company_id').where('id', '=', id).executeTakeFirst()
    return found?.company_id
  },

  /** Only what the transaction may write: the company acted in. */
  lock({ db, scope }: Reader, id: string): Promise<OutletSubject | undefined> {
    return db
      .selectFrom('outlet')
      .select(['id', 'company_id', ...written])
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .forUpdate()
      .executeTakeFirst()
  },

  /** Before its devices, so that nobody who locks them first waits for this. */
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

  /** All of one statement, so that a quota is asked once, and of one value: thousands of rows have too many. */
  async insert({ db, scope }: Reader, outlets: readonly OutletValues[]): Promise<string[]> {
    const columns = sql.join(written.map((column) => sql.ref(column)))
    const { rows } = await sql<{ id: string }>`
      insert into outlet (company_id, ${columns})
      select ${scope.companyId}::bigint, ${columns}
      from jsonb_populate_recordset(null::outlet, ${JSON.stringify(outlets)}::jsonb)
      returning id`.execute(db)
    return rows.map(({ id }) => id)
  },

  async update({ db }: Reader, id: string, values: OutletValues): Promise<void> {
    await db.updateTable('outlet').set(stored(values)).where('id', '=', id).execute()
  },

  /** Roles that an outlet opens to more people when it comes from one department (or none) to another. */
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

  /** Codes of the company that are in use, of these. */
  async takenCodes({ db, scope }: Reader, codes: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ code: string }>`
      select lower(code) as code from outlet where company_id = ${scope.companyId} and code <> ''
        and lower(code) = any (${codes.map((code) => code.toLowerCase())}::text[])`.execute(db)
    return new Set(rows.map(({ code }) => code))
  },

  /** Departments with all that is above them in their names, of a company that the scope sees. */
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
