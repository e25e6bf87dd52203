import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'
import type { FollowedGraph } from './derive/follow.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Presence = 'online' | 'overdue' | 'offline' | 'unknown'

export interface TopologyDevice {
  readonly id: string
  readonly name: string
  readonly type: 'switch' | 'router' | 'firewall' | 'smart_cpe' | 'other'
  readonly model: string
  readonly address: string | null
  readonly presence: Presence
  readonly level: 'warning' | 'critical' | null
}

export interface TopologyPort {
  readonly deviceId: string
  readonly key: string
  readonly state: 'up' | 'down' | 'disabled' | 'unknown'
  readonly speed: number | null
  readonly vlan: number | null
  readonly taggedVlans: number[]
}

export interface TopologyChange {
  readonly id: string
  readonly at: string
  readonly deviceId: string
  readonly deviceName: string
  readonly kind: 'neighbour.new' | 'neighbour.gone' | 'neighbour.moved'
  readonly detail: Record<string, string>
}

const portMetrics = ['interface_in_octets', 'interface_out_octets', 'poe_power'] as const

/** Row-level security decides which of the rows of an outlet the caller sees. */
export const topologyRepo = {
  async outlet({ db }: Reader, outletId: string): Promise<{ companyId: string; name: string } | undefined> {
    const row = await db
      .selectFrom('outlet')
      .select(['company_id as companyId', 'name'])
      .where('id', '=', outletId)
      .executeTakeFirst()
    return row
  },

  async graph(
    { db }: Reader,
    outletId: string,
  ): Promise<{ content: FollowedGraph; derivedAt: string } | undefined> {
    const { rows } = await sql<{ content: FollowedGraph; derivedAt: string }>`
      select content, derived_at as "derivedAt" from topology where outlet_id = ${outletId}`.execute(db)
    return rows[0]
  },

  async devices({ db }: Reader, outletId: string): Promise<TopologyDevice[]> {
    const { rows } = await sql<TopologyDevice>`
      select id, name, type, model_name as model, host(ip_address) as address, presence, level
      from device where outlet_id = ${outletId} and state = 'claimed' order by id limit 1000`.execute(db)
    return rows
  },

  async lines({ db }: Reader, outletId: string): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from internet_line where outlet_id = ${outletId} order by id limit 50`.execute(db)
    return rows
  },

  async positions({ db }: Reader, outletId: string): Promise<{ node: string; x: number; y: number }[]> {
    return db
      .selectFrom('topology_position')
      .select(['node', 'x', 'y'])
      .where('outlet_id', '=', outletId)
      .execute()
  },

  async ports(
    { db }: Reader,
    ports: readonly { readonly deviceId: string; readonly key: string }[],
  ): Promise<TopologyPort[]> {
    const { rows } = await sql<TopologyPort>`
      select i.device_id as "deviceId", i.key, i.state, i.speed, i.vlan, i.tagged_vlans as "taggedVlans"
      from unnest(${ports.map(({ deviceId }) => deviceId)}::bigint[], ${ports.map(({ key }) => key)}::text[]) p (device_id, key)
      join device_interface i on i.device_id = p.device_id and i.key = p.key`.execute(db)
    return rows
  },

  async series(
    { db }: Reader,
    ports: readonly { readonly deviceId: string; readonly key: string }[],
  ): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select s.id, s.company_id as "companyId", s.subject_id as "deviceId", s.metric, s.instance, s.slot, s.block
      from unnest(${ports.map(({ deviceId }) => deviceId)}::bigint[], ${ports.map(({ key }) => key)}::text[]) p (device_id, key)
      join metric_series s on s.subject_id = p.device_id and s.instance = p.key
      where s.metric = any (${[...portMetrics]}::text[])`.execute(db)
    return rows
  },

  async changes({ db }: Reader, outletId: string, most: number): Promise<TopologyChange[]> {
    const { rows } = await sql<TopologyChange>`
      select t.id, t.at, t.device_id as "deviceId", d.name as "deviceName", t.kind, t.detail
      from device d cross join lateral (
        select * from device_timeline t where t.device_id = d.id and t.kind like 'neighbour.%'
          and t.at > now() - interval '7 days' order by t.id desc limit ${most}) t
      where d.outlet_id = ${outletId} and d.state = 'claimed' order by t.id desc limit ${most}`.execute(db)
    return rows
  },

  async place(
    { db, scope }: Reader,
    outletId: string,
    positions: readonly { readonly node: string; readonly x: number; readonly y: number }[],
  ): Promise<void> {
    await sql`
      insert into topology_position (company_id, outlet_id, node, x, y)
      select distinct on (p.node) ${scope.companyId}::bigint, ${outletId}::bigint, p.node, p.x, p.y
      from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) p (node text, x real, y real)
      on conflict (outlet_id, node) do update set x = excluded.x, y = excluded.y`.execute(db)
  },

  async unplace({ db }: Reader, outletId: string): Promise<void> {
    await db.deleteFrom('topology_position').where('outlet_id', '=', outletId).execute()
  },
}
