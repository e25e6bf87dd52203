import { type RawBuilder, sql } from 'kysely'
import type { InputOf, outletApi } from '@netward/contract'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withCompanyName } from './company-name.repo.ts'
import { matching } from './search.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type LineQuery = InputOf<typeof outletApi.pageLines>

/** What a person writes of a line. */
export interface LineValues {
  name: string
  isp: 'telecom' | 'unicom' | 'mobile' | 'broadnet' | 'other'
  isp_name: string
  type: 'dedicated' | 'broadband' | '5g' | '4g' | 'satellite' | 'other'
  account: string
  down_mbps: number
  up_mbps: number
  addressing: 'dhcp' | 'pppoe' | 'static'
  ip_address: string | null
  device_id: string | null
  wan_name: string
  monthly_price: number | null
  contract_end: string | null
  note: string
}

/** One line as lists show it. */
export interface ListedLine extends LineValues {
  id: string
  company_id: string
  company_name: string
  outlet_id: string
  outlet_name: string
  password_set: boolean
  device_name: string | null
  device_serial: string | null
  presence: 'online' | 'offline' | 'unknown' | null
  created_at: string
}

const sortKeys = {
  name: sql`l.name`,
  downMbps: sql`l.down_mbps`,
  contractEnd: sql`l.contract_end`,
  createdAt: sql`l.created_at`,
} as const

const columnNames = [
  'name',
  'isp',
  'isp_name',
  'type',
  'account',
  'down_mbps',
  'up_mbps',
  'addressing',
  'ip_address',
  'device_id',
  'wan_name',
  'monthly_price',
  'contract_end',
  'note',
] as const satisfies readonly (keyof LineValues)[]

/** As they were written: addresses without a mask, dates without a time. */
const written = [
  ...columnNames.filter((column) => column !== 'ip_address' && column !== 'contract_end'),
  sql<string | null>`host(ip_address)`.as('ip_address'),
  sql<string | null>`contract_end::text`.as('contract_end'),
] as const

export const lineRepo = {
  async page(ctx: Reader, query: LineQuery): Promise<{ items: ListedLine[]; total: number }> {
    const where = await wanted(ctx, query)
    const order = orderOf(query)
    const [counted, page] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from internet_line l where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db),
      sql<ListedLine>`${shown(
        ctx,
        sql`select l.* from internet_line l where ${where} order by ${order}
          limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`,
      )} order by ${order}`.execute(ctx.db),
    ])
    return { items: page.rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** The list's rows in its order, `most` at most. */
  async all(ctx: Reader, query: LineQuery, most: number): Promise<ListedLine[]> {
    const where = await wanted(ctx, query)
    const order = orderOf(query)
    const rows = sql`select l.* from internet_line l where ${where} order by ${order} limit ${most}::int`
    return (await sql<ListedLine>`${shown(ctx, rows)} order by ${order}`.execute(ctx.db)).rows
  },

  async get(ctx: Reader, id: string): Promise<ListedLine> {
    const rows = sql`select l.* from internet_line l where l.id = ${id}`
    const { rows: found } = await sql<ListedLine>`${shown(ctx, rows)}`.execute(ctx.db)
    return found[0]!
  },

  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const found = await db
      .selectFrom('internet_line')
      .select('company_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return found?.company_id
  },

  /** Only what the transaction may write: the company acted in. */
  lock({ db, scope }: Reader, id: string): Promise<(LineValues & { outlet_id: string }) | undefined> {
    return db
      .selectFrom('internet_line')
      .select(['outlet_id', ...written])
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .forUpdate()
      .executeTakeFirst()
  },

  /** As `outletRepo.insert`; answers in the order of the lines. */
  async insert(
    { db, scope }: Reader,
    lines: readonly (LineValues & { outlet_id: string })[],
  ): Promise<string[]> {
    const columns = sql.join(['outlet_id', ...columnNames].map((column) => sql.ref(column)))
    const { rows } = await sql<{ id: string }>`
      insert into internet_line (company_id, ${columns})
      select ${scope.companyId}::bigint, ${columns}
      from rows from (jsonb_populate_recordset(null::internet_line, ${JSON.stringify(lines)}::jsonb))
      with ordinality order by ordinality
      returning id`.execute(db)
    return rows.map(({ id }) => id)
  },

  async update({ db }: Reader, id: string, values: LineValues): Promise<void> {
    await db.updateTable('internet_line').set(values).where('id', '=', id).execute()
  },

  async hasPassword({ db }: Reader, id: string): Promise<boolean> {
    const found = await db
      .selectFrom('line_password')
      .select('line_id')
      .where('line_id', '=', id)
      .executeTakeFirst()
    return found !== undefined
  },

  async setPassword({ db, scope }: Reader, id: string, value: Buffer): Promise<void> {
    await db
      .insertInto('line_password')
      .values({ company_id: scope.companyId, line_id: id, value })
      .onConflict((oc) =>
        oc
          .columns(['company_id', 'line_id'])
          .doUpdateSet({ value, changed_at: sql<string>`clock_timestamp()` }),
      )
      .execute()
  },

  /** Of new lines. */
  async insertPasswords(
    { db, scope }: Reader,
    sealed: readonly (readonly [string, Buffer])[],
  ): Promise<void> {
    if (sealed.length === 0) return
    await sql`
      insert into line_password (company_id, line_id, value)
      select ${scope.companyId}::bigint, * from unnest(
        ${sealed.map(([id]) => id)}::bigint[], ${sealed.map(([, value]) => value)}::bytea[])`.execute(db)
  },

  async removePassword({ db }: Reader, id: string): Promise<void> {
    await db.deleteFrom('line_password').where('line_id', '=', id).execute()
  },

  async delete({ db }: Reader, id: string): Promise<void> {
    await db.deleteFrom('internet_line').where('id', '=', id).execute()
  },

  /** Whether a gateway stands in an outlet; locked, so that it stays there until the line is written. */
  async standsIn({ db }: Reader, deviceId: string, outletId: string): Promise<boolean> {
    const found = await db
      .selectFrom('device')
      .select('id')
      .where('id', '=', deviceId)
      .where('outlet_id', '=', outletId)
      .where('state', '=', 'claimed')
      .forShare()
      .executeTakeFirst()
    return found !== undefined
  },

  async gatewaysIn(
    { db }: Reader,
    outletId: string,
  ): Promise<{ id: string; name: string; serial_number: string }[]> {
    return db
      .selectFrom('device')
      .select(['id', 'name', 'serial_number'])
      .where('outlet_id', '=', outletId)
      .where('state', '=', 'claimed')
      .orderBy('name')
      .orderBy('id')
      .limit(200)
      .execute()
  },

  async onWans(
    { db }: Reader,
    outletId: string,
  ): Promise<{ id: string; name: string; device_id: string | null; wan_name: string }[]> {
    return db
      .selectFrom('internet_line')
      .select(['id', 'name', 'device_id', 'wan_name'])
      .where('outlet_id', '=', outletId)
      .where('wan_name', '<>', '')
      .execute()
  },

  /** For imports: outlets by code or name, and their gateways by serial number. */
  async outlets({ db, scope }: Reader): Promise<{ id: string; name: string; code: string }[]> {
    return db
      .selectFrom('outlet')
      .select(['id', 'name', 'code'])
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  async gateways(
    { db, scope }: Reader,
    serials: readonly string[],
  ): Promise<{ id: string; outlet_id: string | null; serial_number: string }[]> {
    return db
      .selectFrom('device')
      .select(['id', 'outlet_id', 'serial_number'])
      .where('company_id', '=', scope.companyId)
      .where('state', '=', 'claimed')
      .where('serial_number', '=', sql<string>`any (${serials}::text[])`)
      .execute()
  },
}

function shown(ctx: Reader, rows: Sql): Sql {
  return sql`
    select l.id, l.company_id, l.company_name, l.outlet_id, o.name as outlet_name, l.name, l.isp, l.isp_name,
      l.type, l.account,
      exists (select from line_password p where p.company_id = l.company_id and p.line_id = l.id) as password_set, l.down_mbps, l.up_mbps, l.addressing, host(l.ip_address) as ip_address, l.device_id,
      d.name as device_name, d.serial_number as device_serial, d.presence, l.wan_name, l.monthly_price,
      l.contract_end::text as contract_end, l.note, l.created_at
    from (${withCompanyName(ctx, rows)}) l
    join outlet o on o.id = l.outlet_id
    left join device d on d.id = l.device_id`
}

function orderOf({ sort }: LineQuery): Sql {
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  return sql`${sortKeys[sort.replace('-', '') as keyof typeof sortKeys]} ${direction}, l.id ${direction}`
}

async function wanted(ctx: Reader, query: LineQuery): Promise<Sql> {
  const { outletId, companyId, isp = [], type = [] } = query
  const conditions: Sql[] = [
    ...(ctx.scope.kind === 'company' ? [sql`l.company_id = ${ctx.scope.companyId}::bigint`] : []),
    ...(companyId === undefined ? [] : [sql`l.company_id = ${companyId}::bigint`]),
    ...(outletId === undefined ? [] : [sql`l.outlet_id = ${outletId}::bigint`]),
    ...(isp.length === 0 ? [] : [sql`l.isp = any (${isp}::text[])`]),
    ...(type.length === 0 ? [] : [sql`l.type = any (${type}::text[])`]),
    ...(await matching(ctx, 'line', query.search)),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
