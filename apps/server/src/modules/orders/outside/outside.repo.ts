import type { OutputOf, workLinkApi, workStickerApi } from '@netward/contract'
import type { OrderState } from '@netward/contract/states/work-order'
import { sql } from 'kysely'
import { countRows } from '../../../platform/db/capped-count.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { InputOf } from '@netward/contract'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Category = OutputOf<typeof workLinkApi.openWorkLink>['category']
type Query = InputOf<typeof workStickerApi.pageStickers>
type Sticker = OutputOf<typeof workStickerApi.pageStickers>['items'][number]
export type StickerRow = Omit<Sticker, 'ticket'> & { readonly generation: number }

export interface OpenedSticker {
  readonly id: string
  readonly company_id: string
  readonly company_name: string
  readonly outlet_id: string
  readonly outlet_name: string
  readonly device_id: string | null
  readonly device_name: string | null
  readonly open_reports: number
}

export interface OpenedLink {
  readonly company_name: string
  readonly number: number
  readonly outlet_name: string
  readonly category: Category
  readonly state: OrderState
  readonly created_at: string
  readonly visit_starts_at: string | null
  readonly visit_ends_at: string | null
  readonly resolved_at: string | null
  readonly score: number | null
}

type Row<T> = T & Record<string, unknown>

const inDays = (days: number) => sql<string>`now() + make_interval(days => ${days}::int)`

export const outsideRepo = {
  async sticker(scopes: Scopes, hash: Buffer): Promise<OpenedSticker | undefined> {
    const rows = await scopes.asLoginRole<Row<OpenedSticker>>('select * from work_sticker_of($1)', [hash])
    return rows[0]
  },

  duplicates(
    scopes: Scopes,
    hash: Buffer,
  ): Promise<{ category: Category; state: OrderState; created_at: string }[]> {
    return scopes.asLoginRole<Row<{ category: Category; state: OrderState; created_at: string }>>(
      'select category, state, created_at from work_sticker_duplicates($1)',
      [hash],
    )
  },

  async link(scopes: Scopes, hash: Buffer): Promise<OpenedLink | undefined> {
    const rows = await scopes.asLoginRole<Row<OpenedLink>>('select * from work_link_shown($1)', [hash])
    return rows[0]
  },

  /** Null: the link is invalid. */
  async rate(scopes: Scopes, hash: Buffer, score: number, comment: string): Promise<number | null> {
    const rows = await scopes.asLoginRole<{ score: number | null }>(
      'select work_link_rate($1, $2, $3) as score',
      [hash, score, comment],
    )
    return rows[0]?.score ?? null
  },

  async insertReportLink({ db, scope }: Reader, orderId: string, hash: Buffer, days: number): Promise<void> {
    await db
      .insertInto('work_order_link')
      .values({
        token_hash: hash,
        company_id: scope.companyId,
        order_id: orderId,
        kind: 'report',
        expires_at: inDays(days),
      })
      .execute()
  },

  /** Later reports by the same sticker wait for this transaction. @returns open orders reported by it */
  async lockSticker({ db, scope }: Reader, stickerId: string): Promise<number | undefined> {
    const locked = await db
      .selectFrom('work_sticker')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', stickerId)
      .where('ended_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (locked === undefined) return undefined
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from work_report r
      join work_order o on o.company_id = r.company_id and o.id = r.order_id
      where r.company_id = ${scope.companyId} and r.sticker_id = ${stickerId} and o.open`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insertReport(
    { db, scope }: Reader,
    orderId: string,
    stickerId: string,
    proved: boolean,
  ): Promise<void> {
    await db
      .insertInto('work_report')
      .values({ company_id: scope.companyId, order_id: orderId, sticker_id: stickerId, proved })
      .execute()
  },

  async page({ db, scope }: Reader, query: Query): Promise<{ items: StickerRow[]; total: number }> {
    const { search = '', outletId, ended, sort, page, pageSize } = query
    const from = sql`work_sticker s join outlet t on t.company_id = s.company_id and t.id = s.outlet_id
      left join device d on d.company_id = s.company_id and d.id = s.device_id`
    const where = sql`s.company_id = ${scope.companyId} and (s.ended_at is not null) = ${ended === 'yes'}
      and (${outletId ?? null}::bigint is null or s.outlet_id = ${outletId ?? null}::bigint)
      and strpos(lower(t.name || ' ' || coalesce(d.name, '')), lower(${search})) > 0`
    const order = sort === 'createdAt' ? sql`s.created_at, s.id` : sql`s.created_at desc, s.id desc`
    const { rows: items } =
      await sql<StickerRow>`select s.id, s.outlet_id as "outletId", t.name as "outletName",
        s.device_id as "deviceId", d.name as "deviceName", s.created_at as "createdAt", s.created_by as "createdBy",
        s.ended_at as "endedAt", s.generation,
        (select count(*)::int from work_report r where r.company_id = s.company_id and r.sticker_id = s.id) as reports
      from ${from} where ${where} order by ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items, total: await countRows(db, sql`${from} where ${where}`) }
  },

  /** Sites, and devices with a site, that are visible in the company acted in. */
  async subjects(
    { db, scope }: Reader,
    outletIds: readonly string[],
    deviceIds: readonly string[],
  ): Promise<{ outletId: string; deviceId: string | null }[]> {
    const { rows } = await sql<{ outletId: string; deviceId: string | null }>`
      select id as "outletId", null::bigint as "deviceId" from outlet
      where company_id = ${scope.companyId} and id = any (${outletIds}::bigint[])
      union all select outlet_id, id from device
      where company_id = ${scope.companyId} and id = any (${deviceIds}::bigint[]) and outlet_id is not null`.execute(
      db,
    )
    return rows
  },

  /** Null: there is one in force. One that has ended comes back with another ticket. */
  async insert(
    { db, scope }: Reader,
    { outletId, deviceId }: { outletId: string; deviceId: string | null },
  ): Promise<{ id: string; generation: number } | null> {
    const { rows } = await sql<{ id: string; generation: number }>`
      insert into work_sticker (company_id, outlet_id, device_id, created_by)
      values (${scope.companyId}, ${outletId}, ${deviceId}, ${scope.actorName})
      on conflict (company_id, outlet_id, device_id) do update
        set generation = work_sticker.generation + 1, ended_at = null, created_at = now(),
          created_by = excluded.created_by
        where work_sticker.ended_at is not null
      returning id, generation`.execute(db)
    return rows[0] ?? null
  },

  async setHash({ db, scope }: Reader, id: string, hash: Buffer): Promise<void> {
    await db
      .updateTable('work_sticker')
      .set({ token_hash: hash })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  /** @returns the site's name; undefined if there is none in force */
  async end({ db, scope }: Reader, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`update work_sticker s set ended_at = now(), token_hash = null
      from outlet t where s.company_id = ${scope.companyId} and s.id = ${id} and s.ended_at is null
        and t.company_id = s.company_id and t.id = s.outlet_id returning t.name`.execute(db)
    return rows[0]?.name
  },
}
