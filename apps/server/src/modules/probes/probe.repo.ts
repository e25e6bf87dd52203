import type { OutputOf, probeApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

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

const shown = sql`p.id, p.name, p.state, ${standing} as standing,
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
  readonly sort: keyof typeof orders
  readonly limit: number
  readonly offset: number
}

/** Probes of the company acted in, all of whose outlets are in the caller's data scope. */
export const probeRepo = {
  async page(
    { db, scope }: Reader,
    { search, standing: standings, outletId, sort, limit, offset }: ProbeFilter,
  ): Promise<{ items: ProbeRow[]; total: number }> {
    const matching = sql`p.company_id = ${scope.companyId}
      and (${search} = '' or strpos(lower(concat_ws(' ', p.name, host(p.address), p.version)), lower(${search})) > 0)
      and (${standings.length === 0} or ${standing} = any (${standings}::text[]))
      and (${outletId}::bigint is null or exists (select from probe_outlet o
        where o.company_id = p.company_id and o.probe_id = p.id and o.outlet_id = ${outletId}::bigint))`
    const { rows } = await sql<ProbeRow>`
      select ${shown} from probe p where ${matching} order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(
      db,
    )
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select from probe p where ${matching} limit 10001) k`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<ProbeRow | undefined> {
    const { rows } = await sql<ProbeRow>`
      select ${shown} from probe p where p.id = ${id} and p.company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  async lock(ctx: Reader, id: string): Promise<ProbeRow | undefined> {
    await sql`select from probe p where p.id = ${id} and p.company_id = ${ctx.scope.companyId} for update`.execute(
      ctx.db,
    )
    return probeRepo.find(ctx, id)
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
