import type { InputOf, OutputOf, sharingApi } from '@netward/contract'
import type { SharingField, SharingKeyState, SharingMode } from '@netward/contract/sharing-values'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Api = typeof sharingApi
type KeyRow = OutputOf<Api['pageIssuedKeys']>['items'][number]
type Detail = OutputOf<Api['getIssuedKey']>
type Running = Pick<Detail, 'assignments' | 'reservations'>
type Use = OutputOf<Api['pageIssuedUses']>['items'][number]

/** What an edit may narrow. */
export interface Narrowed {
  readonly name: string
  readonly skills: readonly string[]
  readonly regions: readonly string[]
  readonly modelIds: readonly string[]
  readonly fields: readonly SharingField[]
  readonly mode: SharingMode
  readonly expiresAt: string
  readonly mostUses: number | null
}

export type FullKey = KeyRow &
  Pick<Detail, 'skills' | 'regions' | 'warehouseId' | 'warehouseName' | 'fields' | 'endedAt' | 'endedBy'> &
  Narrowed

const state = sql<SharingKeyState>`case when k.ended_at is not null then case k.ended_because when 'expired' then 'expired' else 'revoked' end
  when k.expires_at <= now() then 'expired' when k.uses >= k.most_uses then 'used_up' else 'active' end`
const shown = sql`k.id, k.name, k.prefix, k.kind, k.mode, k.on_end as "onEnd", ${state} as state, k.expires_at as "expiresAt",
  k.most_uses as "mostUses", k.uses, k.created_at as "createdAt", k.created_by as "createdBy",
  case when k.for_company_id is not null then coalesce(sharing_company_name(k.id), '—') end as "forCompany"`
const full = sql`${shown}, k.skills, k.regions, k.warehouse_id as "warehouseId",
  (select w.name from warehouse w where w.company_id = k.company_id and w.id = k.warehouse_id) as "warehouseName",
  k.model_ids::text[] as "modelIds", k.fields, k.ended_at as "endedAt", k.ended_by as "endedBy"`

const orders: Record<InputOf<Api['pageIssuedKeys']>['sort'], RawBuilder<unknown>> = {
  name: sql`lower(k.name), k.id`,
  '-name': sql`lower(k.name) desc, k.id desc`,
  createdAt: sql`k.created_at, k.id`,
  '-createdAt': sql`k.created_at desc, k.id desc`,
}

/** Of a key of the company acted in, or of one that it redeemed. */
type Side = 'issued' | 'redeemed'
const usesOf = (of: Side, id: string) =>
  of === 'issued' ? sql`sharing_uses_issued(${id}::bigint) u` : sql`sharing_uses_redeemed(${id}::bigint) u`

export const keyRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', kind, sort, page, pageSize }: InputOf<Api['pageIssuedKeys']>,
  ): Promise<{ items: KeyRow[]; total: number }> {
    const from = sql`sharing_key k where k.company_id = ${scope.companyId}
      and (${search} = '' or strpos(lower(k.name), lower(${search})) > 0 or starts_with(k.prefix, ${search}))
      and (${kind ?? null}::text is null or k.kind = ${kind ?? null})`
    const { rows } = await sql<KeyRow>`select ${shown} from ${from} order by ${orders[sort]}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async find({ db, scope }: Reader, id: string): Promise<FullKey | undefined> {
    const { rows } = await sql<FullKey>`select ${full} from sharing_key k
      where k.company_id = ${scope.companyId} and k.id = ${id}`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    return countRows(db, sql`sharing_key k where k.company_id = ${scope.companyId} and k.ended_at is null`)
  },

  async company({ db }: Reader, code: string): Promise<{ id: string; name: string } | undefined> {
    const { rows } = await sql<{
      id: string
      name: string
    }>`select id, name from sharing_company(${code})`.execute(db)
    return rows[0]
  },

  async hasWarehouse({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } =
      await sql`select from warehouse where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    return rows.length > 0
  },

  async models({ db, scope }: Reader, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{
      id: string
      name: string
    }>`select id, btrim(brand || ' ' || name) as name from part_model
      where company_id = ${scope.companyId} and id = any (${ids}::bigint[]) order by lower(name), id`.execute(
      db,
    )
    return rows
  },

  async insert(
    { db, scope }: Reader,
    {
      companyId,
      prefix,
      hash,
      ...input
    }: Omit<InputOf<Api['issueSharingKey']>, 'companyCode'> & {
      companyId: string | null
      prefix: string
      hash: Buffer
    },
  ): Promise<string> {
    const row = await db
      .insertInto('sharing_key')
      .values({
        company_id: scope.companyId,
        name: input.name,
        prefix,
        secret_hash: hash,
        kind: input.kind,
        skills: [...input.skills],
        regions: [...input.regions],
        warehouse_id: input.warehouseId,
        model_ids: [...input.modelIds],
        fields: [...input.fields],
        mode: input.mode,
        on_end: input.onEnd,
        for_company_id: companyId,
        expires_at: sql<string>`now() + make_interval(days => ${input.days}::int)`,
        most_uses: input.mostUses,
        created_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** The database refuses what would be wider. */
  async narrow({ db, scope }: Reader, id: string, input: Narrowed): Promise<void> {
    await db
      .updateTable('sharing_key')
      .set({
        name: input.name,
        skills: [...input.skills],
        regions: [...input.regions],
        model_ids: [...input.modelIds],
        fields: [...input.fields],
        mode: input.mode,
        expires_at: input.expiresAt,
        most_uses: input.mostUses,
      })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async revoke({ db }: Reader, id: string): Promise<void> {
    await sql`select sharing_revoke(${id}::bigint)`.execute(db)
  },

  async redeemers({ db }: Reader, id: string): Promise<Detail['redeemers']> {
    const { rows } = await sql<
      Detail['redeemers'][number]
    >`select company_name as "companyName", redeemed_at as "redeemedAt",
      redeemed_by as "redeemedBy", ended_at as "endedAt" from sharing_redeemers(${id}::bigint)`.execute(db)
    return rows
  },

  async running({ db }: Reader, id: string): Promise<Running> {
    const { rows } =
      await sql<Running>`select assignments, reservations from sharing_running(${id}::bigint)`.execute(db)
    return rows[0]!
  },

  async uses(
    { db }: Reader,
    of: Side,
    id: string,
    { page, pageSize, sort }: { page: number; pageSize: number; sort: 'at' | '-at' },
  ): Promise<{ items: Use[]; total: number }> {
    const from = usesOf(of, id)
    const { rows } =
      await sql<Use>`select u.id, u.at, u.act, u.by_issuer as "byIssuer", u.actor_name as "actorName",
        u.company_name as "companyName", u.order_number as "orderNumber", u.note, u.quantity
      from ${from} order by ${sort === 'at' ? sql`u.id` : sql`u.id desc`}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async daily({ db }: Reader, of: Side, id: string): Promise<{ at: string; count: number }[]> {
    const { rows } = await sql<{ at: string; count: number }>`
      select d.at, count(u.id)::int as count
      from generate_series(date_trunc('day', now()) - interval '29 days', date_trunc('day', now()), interval '1 day') d (at)
      left join ${usesOf(of, id)} on u.at >= d.at and u.at < d.at + interval '1 day'
      group by d.at order by d.at`.execute(db)
    return rows
  },

  /** Ends keys whose time is over. @returns how many */
  async expire(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select sharing_expire($1) as n', [most])
    return row?.n ?? 0
  },
}
