import { type MetricName, metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'

const ofInterfaces = metricNames.filter((name) => metricOf(name).of === 'interface')

const isImportant = sql`exists (select from device_port_mark m
  where m.device_id = device_interface.device_id and m.key = device_interface.key)`

type Reader = Pick<RequestContext, 'db'>

export interface InterfaceRow {
  readonly key: string
  readonly index: number
  readonly name: string
  readonly alias: string
  readonly description: string
  readonly state: 'up' | 'down' | 'disabled' | 'unknown'
  readonly important: boolean
  readonly since: string | null
  readonly speed: number | null
  readonly duplex: 'full' | 'half' | null
  readonly mac: string | null
  readonly addresses: string[]
  readonly vlan: number | null
  readonly tagged_vlans: number[]
  readonly neighbour: { name: string; port: string; protocol: 'lldp' | 'cdp'; deviceId: string | null } | null
}

export const interfaceRepo = {
  /** What order and filters need of each interface: an agent has 20,000 at most. */
  async keys(
    { db }: Reader,
    deviceId: string,
    {
      search,
      state,
      important,
    }: {
      search?: string | undefined
      state?: readonly string[] | undefined
      important?: 'yes' | 'no' | undefined
    },
  ): Promise<Pick<InterfaceRow, 'key' | 'index' | 'name' | 'speed'>[]> {
    const term = (search ?? '').toLowerCase()
    const { rows } = await sql<Pick<InterfaceRow, 'key' | 'index' | 'name' | 'speed'>>`
      select key, index, name, speed from device_interface
      where device_id = ${deviceId}
        and (${term} = '' or strpos(lower(name || ' ' || alias || ' ' || description || ' ' || coalesce(mac, '')
          || ' ' || coalesce(neighbour->>'name', '')), ${term}) > 0)
        and (${(state ?? []).length === 0} or state = any (${state ?? []}::text[]))
        and (${important === undefined} or ${isImportant} = ${important === 'yes'})
        -- Of a long table that was not read to its end some may be gone: their series ended.
        and key <> all (array(
          select e.instance from metric_series e where e.subject_id = ${deviceId} and e.ended_at is not null
            and e.metric = any (${ofInterfaces}::text[]) and not exists (
              select from metric_series s where s.company_id = e.company_id and s.subject_id = e.subject_id
                and s.metric = any (${ofInterfaces}::text[]) and s.instance = e.instance and s.ended_at is null)))
      order by index, key`.execute(db)
    return rows
  },

  /** Series of these metrics, of all interfaces or of some. */
  async series(
    { db }: Reader,
    deviceId: string,
    metrics: readonly MetricName[],
    keys: readonly string[] | null,
  ): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select id, company_id as "companyId", subject_id as "deviceId", metric, instance, slot, block from metric_series
      where subject_id = ${deviceId} and metric = any (${metrics}::text[])
        and (${keys === null} or instance = any (${keys ?? []}::text[]))
      order by slot`.execute(db)
    return rows
  },

  async rows({ db }: Reader, deviceId: string, keys: readonly string[]): Promise<InterfaceRow[]> {
    const { rows } = await sql<InterfaceRow>`
      select key, index, name, alias, description, state, ${isImportant} as important, since, speed, duplex, mac, addresses, vlan, tagged_vlans,
        case when neighbour is not null then jsonb_build_object('name', coalesce(neighbour->>'name', ''),
          'port', coalesce(neighbour->>'port', ''), 'protocol', neighbour->>'protocol',
          'deviceId', neighbour_device(company_id, neighbour)::text) end as neighbour
      from device_interface where device_id = ${deviceId} and key = any (${keys}::text[])`.execute(db)
    return rows
  },

  async names({ db }: Reader, deviceId: string, keys: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<{
      key: string
      name: string
    }>`select key, coalesce(nullif(name, ''), key) as name
      from device_interface where device_id = ${deviceId} and key = any (${keys}::text[]) order by index, key`.execute(
      db,
    )
    return new Map(rows.map(({ key, name }) => [key, name]))
  },

  /** Returns the keys that were not marked before. */
  async mark({ db }: Reader, deviceId: string, keys: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`insert into device_port_mark (company_id, device_id, key)
      select company_id, device_id, key from device_interface where device_id = ${deviceId} and key = any (${keys}::text[])
      order by key on conflict do nothing returning key`.execute(db)
    return rows.map(({ key }) => key)
  },

  /** Returns the keys that were marked before. */
  async unmark({ db }: Reader, deviceId: string, keys: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`delete from device_port_mark
      where device_id = ${deviceId} and key = any (${keys}::text[]) returning key`.execute(db)
    return rows.map(({ key }) => key)
  },
}
