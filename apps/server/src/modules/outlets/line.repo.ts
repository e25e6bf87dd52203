import { type RawBuilder, sql } from 'kysely'
import type { InputOf, lineApi, OutputOf } from '@netward/contract'
import { columnOf } from '@netward/contract/entity-fields'
import { lineEntity } from '@netward/contract/line-fields'
import { countCap } from '../../platform/db/capped-count.ts'
import { insertRows, selectedFields, updateRow } from '../../platform/entity/entity-rows.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withCompanyName } from './company-name.repo.ts'
import { matching } from './search.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type LineQuery = InputOf<typeof lineApi.pageLines>

/** User-editable fields of a line. */
export type LineValues = Omit<InputOf<typeof lineApi.createLine>, 'outletId' | 'password'>

/** One line as lists show it; the state of its WAN comes from what the gateway reported. */
export type ListedLine = Omit<OutputOf<typeof lineApi.createLine>, 'wanState'> & {
  deviceSerial: string | null
}

/** As entered: addresses without a mask. */
const selected = selectedFields(lineEntity, 'l', { ipAddress: sql`host(l.ip_address)` })

export const lineRepo = {
  async page(ctx: Reader, query: LineQuery): Promise<{ items: ListedLine[]; total: number }> {
    const where = await whereClause(ctx, query)
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

  /** The list's rows in order, `most` at most. */
  async all(ctx: Reader, query: LineQuery, most: number): Promise<ListedLine[]> {
    const where = await whereClause(ctx, query)
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
  async lock({ db, scope }: Reader, id: string): Promise<(LineValues & { outletId: string }) | undefined> {
    const { rows } = await sql<LineValues & { outletId: string }>`
      select l.outlet_id as "outletId", ${selected}
      from internet_line l where l.id = ${id} and l.company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  insert: (ctx: Reader, lines: readonly (LineValues & { outletId: string })[]) =>
    insertRows(ctx, 'internet_line', lines),

  update: (ctx: Reader, id: string, values: LineValues) => updateRow(ctx, 'internet_line', id, values),

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

  /** Whether a gateway is in an outlet; locked until the line is written. */
  async standsIn({ db }: Reader, deviceId: string, outletId: string): Promise<boolean> {
    const found = await db
      .selectFrom('device')
      .select('id')
      .where('id', '=', deviceId)
      .where('outlet_id', '=', outletId)
      .where('type', '=', 'smart_cpe')
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
      .where('type', '=', 'smart_cpe')
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

  /** Lines of the company acted in that stand in one of these outlets. */
  async ofOutlets(ctx: Reader, outletIds: readonly string[]): Promise<ListedLine[]> {
    const rows = sql`select l.* from internet_line l where l.company_id = ${ctx.scope.companyId}
      and l.outlet_id = any (${outletIds}::bigint[])`
    return (await sql<ListedLine>`${shown(ctx, rows)}`.execute(ctx.db)).rows
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
      .where('type', '=', 'smart_cpe')
      .where('state', '=', 'claimed')
      .where('serial_number', '=', sql<string>`any (${serials}::text[])`)
      .execute()
  },
}

function shown(ctx: Reader, rows: Sql): Sql {
  return sql`
    select l.id, l.company_id as "companyId", l.company_name as "companyName", l.outlet_id as "outletId",
      o.name as "outletName", ${selected},
      exists (select from line_password p where p.company_id = l.company_id and p.line_id = l.id) as "passwordSet",
      d.name as "deviceName", d.serial_number as "deviceSerial", d.presence, l.created_at as "createdAt"
    from (${withCompanyName(ctx, rows)}) l
    join outlet o on o.id = l.outlet_id
    left join device d on d.id = l.device_id`
}

function orderOf({ sort }: LineQuery): Sql {
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  return sql`${sql.ref(`l.${columnOf(sort.replace('-', ''))}`)} ${direction}, l.id ${direction}`
}

async function whereClause(ctx: Reader, query: LineQuery): Promise<Sql> {
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
