import type { TerminalEncoding, TerminalProtocol } from '@netward/contract/terminal-values'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/db/tables.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Settable = Pick<
  Insertable<Database['terminal_access']>,
  'protocol' | 'port' | 'encoding' | 'legacy' | 'username' | 'secret_kind' | 'secret' | 'idle_minutes'
>

/** Matching profiles: by tag and model, then tag, then model, then all. */
export const profileOrder = sql`p.tag <> '' desc, p.model <> '' desc, p.id`

/** A device's current access settings, without secrets. */
interface EffectiveAccess {
  source: 'device' | 'profile' | 'none'
  profile_id: string | null
  profile_name: string | null
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  legacy: boolean
  username: string
  secret_kind: 'password' | 'key' | null
  idle_minutes: number
  host_key: string | null
  host_key_at: string | null
  offered_host_key: string | null
  offered_at: string | null
}

export const accessRepo = {
  /** Device settings override the first matching profile, which overrides the defaults. */
  async findEffective({ db }: Reader, deviceId: string): Promise<EffectiveAccess | undefined> {
    const { rows } = await sql<EffectiveAccess>`
      select case when a.own then 'device' when way.id is not null then 'profile' else 'none' end as source,
        way.id as profile_id, way.name as profile_name, coalesce(way.protocol, 'ssh') as protocol,
        coalesce(way.port, 22) as port, coalesce(way.encoding, 'utf8') as encoding, coalesce(way.legacy, false) as legacy,
        coalesce(way.username, '') as username, way.secret_kind, coalesce(way.idle_minutes, 15) as idle_minutes,
        a.host_key, a.host_key_at, a.offered_host_key, a.offered_at
      from device d
      left join terminal_access a on a.company_id = d.company_id and a.device_id = d.id
      left join lateral (
        select null::bigint as id, null::text as name, a.protocol, a.port, a.encoding, a.legacy, a.username,
          a.secret_kind, a.idle_minutes
        where a.own
        union all
        (select p.id, p.name, p.protocol, p.port, p.encoding, p.legacy, p.username, p.secret_kind, p.idle_minutes
        from terminal_profile p
        where a.own is not true and p.company_id = d.company_id
          and (p.model = '' or lower(p.model) = lower(d.model_name)) and (p.tag = '' or p.tag = any (d.tags))
        order by ${profileOrder} limit 1)) way on true
      where d.id = ${deviceId}`.execute(db)
    return rows[0]
  },

  async upsert({ db, scope }: Reader, deviceId: string, set: Settable) {
    const own = { ...set, own: true }
    await db
      .insertInto('terminal_access')
      .values({ company_id: scope.companyId, device_id: deviceId, ...own })
      .onConflict((conflict) => conflict.columns(['company_id', 'device_id']).doUpdateSet(own))
      .execute()
  },

  /** The host key stays: it belongs to the device, not to its access settings. */
  async removeOwn({ db }: Reader, deviceId: string) {
    await db
      .updateTable('terminal_access')
      .set({ own: false, username: '', secret_kind: null, secret: null })
      .where('device_id', '=', deviceId)
      .execute()
  },

  /** Only the last offered key becomes trusted. */
  async acceptHostKey({ db }: Reader, deviceId: string, fingerprint: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('terminal_access')
      .set({
        host_key: fingerprint,
        host_key_at: sql<string>`clock_timestamp()`,
        offered_host_key: null,
        offered_at: null,
      })
      .where('device_id', '=', deviceId)
      .where('offered_host_key', '=', fingerprint)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Trusts the first host key; another one is stored as offered. @returns the trusted one. */
  async pinHostKey(
    scopes: Scopes,
    { company_id, device_id }: { company_id: string; device_id: string },
    offered: string,
  ): Promise<string> {
    return scopes.withCompany(company_id, async ({ db }) => {
      const { rows } = await sql<{ host_key: string }>`
        insert into terminal_access as a (company_id, device_id, host_key, host_key_at)
        values (${company_id}, ${device_id}, ${offered}, clock_timestamp())
        on conflict (company_id, device_id) do update set
          host_key = coalesce(a.host_key, excluded.host_key),
          host_key_at = coalesce(a.host_key_at, excluded.host_key_at),
          offered_host_key = case when a.host_key <> excluded.host_key then excluded.host_key end,
          offered_at = case when a.host_key <> excluded.host_key then clock_timestamp() end
        returning host_key`.execute(db)
      return rows[0]!.host_key
    })
  },
}
