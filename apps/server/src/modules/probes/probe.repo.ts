import type { OutputOf, probeApi } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withCompanyName } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Probe = OutputOf<typeof probeApi.getProbe>

/** As lists show it, without what this process knows of versions. */
export type ProbeRow = Omit<Probe, 'outdated'>
export type ProbeOutlets = readonly {
  readonly outletId: string
  readonly ranges: readonly string[]
  readonly isSite: boolean
}[]

const standing = sql`case when p.state = 'revoked' then 'revoked' when p.state = 'waiting' then 'waiting'
  when p.connected_to is not null and p.seen_at > now() - interval '2 minutes' then 'connected' else 'silent' end`

const columns = sql`p.id, p.company_id, p.company_id as "companyId", p.name, p.state, ${standing} as standing,
  (select coalesce(jsonb_agg(jsonb_build_object('outletId', o.outlet_id::text, 'outletName', visible_outlet_name(o.outlet_id),
      'ranges', o.ranges, 'isSite', o.is_site) order by visible_outlet_name(o.outlet_id), o.outlet_id), '[]')
    from probe_outlet o where o.company_id = p.company_id and o.probe_id = p.id) as outlets,
  case when p.token_until > now() then p.token_until end as "tokenUntil", p.enrolled_at as "enrolledAt",
  p.connected_at as "connectedAt", p.seen_at as "seenAt", host(p.address) as address, p.version, p.system, p.upgrade, p.reach,
  p.trap_port as "trapPort", p.local_ranges::text[] as "localRanges", p.clock_error::float8 as "clockError",
  p.spool_bytes::float8 as "spoolBytes", p.spool_oldest_at as "spoolOldestAt", p.spool_dropped::float8 as "spoolDropped",
  p.spool_thinned::float8 as "spoolThinned", p.memory_bytes::float8 as "memoryBytes", p.devices,
  (select count(*)::int from line_standing s where s.company_id = p.company_id and s.probe_id = p.id) as lines`

const orders = {
  name: sql`lower(p.name), p.id`,
  '-name': sql`lower(p.name) desc, p.id desc`,
  seenAt: sql`p.seen_at nulls first, p.id`,
  '-seenAt': sql`p.seen_at desc nulls last, p.id desc`,
  createdAt: sql`p.id`,
  '-createdAt': sql`p.id desc`,
}

interface ProbeFilter {
  readonly search: string
  readonly standing: readonly string[]
  readonly outletId: string | null
  readonly companyId: string | null
  readonly sort: keyof typeof orders
  readonly limit: number
  readonly offset: number
}

async function shown(ctx: Reader, rows: RawBuilder<unknown>): Promise<ProbeRow[]> {
  const named = sql<ProbeRow>`select n.*, n.company_name as "companyName" from (${withCompanyName(ctx, rows)}) n
    order by n.place`
  return (await named.execute(ctx.db)).rows
}

/** Probes in sight, all of whose outlets are in the caller's data scope; only those of the company acted in are changed. */
export const probeRepo = {
  async page(
    ctx: Reader,
    { search, standing: standings, outletId, companyId, sort, limit, offset }: ProbeFilter,
  ): Promise<{ items: ProbeRow[]; total: number }> {
    const { scope } = ctx
    const only = scope.kind === 'company' ? scope.companyId : companyId
    const matching = sql`${only === null ? sql`true` : sql`p.company_id = ${only}::bigint`}
      and (${search} = '' or strpos(lower(concat_ws(' ', p.name, host(p.address), p.version)), lower(${search})) > 0)
      and (${standings.length === 0} or ${standing} = any (${standings}::text[]))
      and (${outletId}::bigint is null or exists (select from probe_outlet o
        where o.company_id = p.company_id and o.probe_id = p.id and o.outlet_id = ${outletId}::bigint))`
    const order = orders[sort]
    const items = await shown(
      ctx,
      sql`select ${columns}, row_number() over (order by ${order}) as place from (
          select p.id from probe p where ${matching} order by ${order} limit ${limit}::int offset ${offset}::int) k
        join probe p on p.id = k.id`,
    )
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select from probe p where ${matching} limit ${sql.lit(countCap + 1)}) k`.execute(ctx.db)
    return { items, total: counted.rows[0]?.n ?? 0 }
  },

  async find(ctx: Reader, id: string): Promise<ProbeRow | undefined> {
    const [row] = await shown(ctx, sql`select ${columns}, 1 as place from probe p where p.id = ${id}::bigint`)
    return row
  },

  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select p.company_id from probe p where p.id = ${id}::bigint`.execute(db)
    return rows[0]?.company_id
  },

  async lock(ctx: Reader, id: string): Promise<ProbeRow | undefined> {
    const { rows } = await sql`
      select from probe p where p.id = ${id} and p.company_id = ${ctx.scope.companyId} for update`.execute(
      ctx.db,
    )
    return rows.length === 0 ? undefined : probeRepo.find(ctx, id)
  },

  /** One at a time per company, so that its bound holds. */
  async count({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('probes', ${scope.companyId}))`.execute(db)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from probe where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert(
    { db, scope }: Reader,
    { name, hash, hours }: { name: string; hash: Buffer; hours: number },
  ): Promise<{ id: string; tokenUntil: string }> {
    const { rows } = await sql<{ id: string; tokenUntil: string }>`
      insert into probe (company_id, name, token_hash, token_until, created_by)
      values (${scope.companyId}, ${name}, ${hash}, now() + make_interval(hours => ${hours}), ${scope.actorName})
      returning id, token_until as "tokenUntil"`.execute(db)
    return rows[0]!
  },

  async rename({ db, scope }: Reader, id: string, name: string): Promise<void> {
    await sql`update probe set name = ${name} where id = ${id} and company_id = ${scope.companyId}`.execute(
      db,
    )
  },

  async setOutlets({ db, scope }: Reader, id: string, outlets: ProbeOutlets): Promise<void> {
    await sql`delete from probe_outlet where probe_id = ${id} and company_id = ${scope.companyId}`.execute(db)
    for (const { outletId, ranges, isSite } of outlets)
      await sql`insert into probe_outlet (company_id, probe_id, outlet_id, ranges, is_site)
        values (${scope.companyId}, ${id}, ${outletId}, ${ranges}::text[]::cidr[], ${isSite})`.execute(db)
  },

  async setToken({ db, scope }: Reader, id: string, hash: Buffer, hours: number): Promise<string> {
    const { rows } = await sql<{ tokenUntil: string }>`
      update probe set token_hash = ${hash}, token_until = now() + make_interval(hours => ${hours}),
        state = case when state = 'revoked' then 'waiting' else state end
      where id = ${id} and company_id = ${scope.companyId} returning token_until as "tokenUntil"`.execute(db)
    return rows[0]!.tokenUntil
  },

  async revoke({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update probe set state = 'revoked', token_hash = null, token_until = null, public_key = null
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from probe where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },
}
