import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface CredentialRow {
  readonly id: string
  readonly name: string
  readonly version: 'v1' | 'v2c' | 'v3'
  readonly userName: string
  readonly auth: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
  readonly privacy: 'des' | 'aes' | 'aes256b' | 'aes256r' | null
  readonly context: string
  readonly outletId: string | null
  readonly outletName: string | null
  readonly range: string | null
  readonly position: number
  readonly editedAt: string
}

/** What a person sets, the secrets aside. */
export type CredentialValues = Pick<
  CredentialRow,
  'name' | 'version' | 'userName' | 'auth' | 'privacy' | 'context' | 'outletId' | 'range'
>

const shown = sql`c.id, c.name, c.version, c.user_name as "userName", c.auth, c.privacy, c.context,
  c.outlet_id as "outletId", visible_outlet_name(c.outlet_id) as "outletName", c.range::text as range, c.position,
  c.edited_at as "editedAt"`

const byColumn = ({
  name,
  version,
  userName,
  auth,
  privacy,
  context,
  outletId,
  range,
}: CredentialValues) => ({
  name,
  version,
  user_name: userName,
  auth,
  privacy,
  context,
  outlet_id: outletId,
  range,
})

/** Of the company acted in: the order of its sets means something there alone. */
export const credentialRepo = {
  async page(
    { db, scope }: Reader,
    { search, limit, offset }: { search: string; limit: number; offset: number },
  ): Promise<{ items: (CredentialRow & { devices: number })[]; total: number }> {
    const matching = sql`c.company_id = ${scope.companyId}
      and (${search} = '' or strpos(lower(c.name || ' ' || c.user_name), lower(${search})) > 0)`
    const { rows } = await sql<CredentialRow & { devices: number; place: number; total: number }>`
      select ${shown}, u.devices, c.place, c.total from (
        select c.*, (count(*) over ())::int as total from (
          select c.*, (row_number() over (order by c.position, c.id))::int as place
          from (select ${visible} from snmp_credential c where c.company_id = ${scope.companyId}) c) c
        where ${matching} order by c.place limit ${limit} offset ${offset}) c
      left join lateral (select * from credential_use(array[c.id])) u on true
      order by c.place`.execute(db)
    const items = rows.map(({ place, total: _total, ...row }) => ({ ...row, position: place }))
    return { items, total: rows[0]?.total ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<CredentialRow | undefined> {
    const { rows } = await sql<CredentialRow>`
      select ${shown} from snmp_credential c where c.id = ${id} and c.company_id = ${scope.companyId}`.execute(
      db,
    )
    return rows[0]
  },

  async names({ db, scope }: Reader): Promise<Pick<CredentialRow, 'id' | 'name' | 'version'>[]> {
    const { rows } = await sql<Pick<CredentialRow, 'id' | 'name' | 'version'>>`
      select id, name, version from snmp_credential where company_id = ${scope.companyId}
      order by position, id limit 1000`.execute(db)
    return rows
  },

  /** Sets that differ at most in their name, their place and their secrets. */
  async alike(
    { db, scope }: Reader,
    { version, userName, auth, privacy, context }: Omit<CredentialValues, 'name' | 'outletId' | 'range'>,
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from snmp_credential c where c.company_id = ${scope.companyId} and c.version = ${version}
        and c.user_name = ${userName} and c.auth is not distinct from ${auth}
        and c.privacy is not distinct from ${privacy} and c.context = ${context}
      order by c.position, c.id limit 200`.execute(db)
    return rows.map(({ id }) => id)
  },

  async devices({ db }: Reader, id: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select credential_devices(${id}) as n`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert({ db, scope }: Reader, values: CredentialValues, sealed: Buffer): Promise<string> {
    const { id } = await db
      .insertInto('snmp_credential')
      .values({
        company_id: scope.companyId,
        ...byColumn(values),
        sealed,
        position: sql<number>`(select coalesce(max(c.position), 0) + 1 from snmp_credential c
          where c.company_id = ${scope.companyId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, values: CredentialValues, sealed: Buffer | null) {
    await db
      .updateTable('snmp_credential')
      .set({ ...byColumn(values), edited_at: sql`now()`, ...(sealed !== null && { sealed }) })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** The one path by which a request reads secrets: to keep those that an edit leaves out. */
  async sealed({ db }: Reader, id: string): Promise<Buffer | null> {
    const { rows } = await sql<{ sealed: Buffer | null }>`select sealed_credential(${id}) as sealed`.execute(
      db,
    )
    return rows[0]?.sealed ?? null
  },

  async move({ db }: Reader, id: string, position: number): Promise<void> {
    await sql`select move_credential(${id}, ${position}::int)`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('snmp_credential')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },
}

const visible = sql`c.id, c.company_id, c.name, c.version, c.user_name, c.auth, c.privacy, c.context, c.outlet_id, c.range,
  c.position, c.edited_at`
