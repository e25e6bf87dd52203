import type { RuleDefinition } from '@netward/contract/alarm-values'
import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Series } from '../../../platform/metrics/metric-store.ts'
import type { StateChange } from './replay.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** A device, or an internet line: `type` is `line`. */
export interface TriedDevice {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly presence: string | null
  readonly polling: string | null
}

export const trialRepo = {
  /** Devices, or lines, that the caller sees and to which the rule applies, evenly chosen; and how many there are. */
  async devices(
    { db, scope }: Reader,
    { types, tags, outletIds, lineProfiles, of }: RuleDefinition,
    most: number,
  ): Promise<{ devices: TriedDevice[]; all: number }> {
    const measured =
      of.kind === 'metric'
        ? sql`and exists (select from metric_series s where s.subject_id = d.id and s.metric = ${of.metric})`
        : sql``
    const source =
      of.kind === 'metric' && metricOf(of.metric).of === 'line'
        ? sql`(select l.id, l.company_id, l.outlet_id, l.name, 'line' as type, null as presence, null as polling,
            '{}'::text[] as tags, 'claimed' as state,
            coalesce(s.profile, line_profile_of(l.type)) as profile
            from internet_line l left join line_standing s on s.line_id = l.id)`
        : sql`(select *, null::text as profile from device)`
    const { rows } = await sql<TriedDevice & { n: number; all: number }>`
      with fitting as (
        select d.id, d.name, d.type, d.presence, d.polling, row_number() over (order by d.id) as n, count(*) over () as all
        from ${source} d where d.company_id = ${scope.companyId} and d.state = 'claimed'
          and (${types.length === 0} or d.type = any (${types}::text[]))
          and (${lineProfiles.length === 0} or d.profile = any (${lineProfiles}::text[]))
          and (${tags.length === 0} or d.tags && ${tags}::text[])
          and (${outletIds.length === 0} or d.outlet_id = any (${outletIds}::bigint[])) ${measured})
      select id, name, type, presence, polling, n::int, "all"::int from fitting
      where n % greatest(1, ceil("all" / ${most}::numeric)) = 0 order by id limit ${most}::int`.execute(db)
    return { devices: rows, all: rows[0]?.all ?? 0 }
  },

  async series({ db }: Reader, deviceId: string, metric: MetricName, most: number): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select id, company_id as "companyId", subject_id as "deviceId", metric, instance, slot, block from metric_series
      where subject_id = ${deviceId} and metric = ${metric} order by slot limit ${most}::int`.execute(db)
    return rows
  },

  /** What people call the parts of a device. */
  async labels({ db }: Reader, deviceId: string, subject: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ instance: string; label: string }>`
      select instance, label from metric_part where subject_id = ${deviceId} and subject = ${subject}`.execute(
      db,
    )
    return new Map(rows.map(({ instance, label }) => [instance, label]))
  },

  /** Changes of presence and polling of each device since, the last one before included. */
  async states(
    { db }: Reader,
    deviceIds: readonly string[],
    from: number,
  ): Promise<ReadonlyMap<string, StateChange[]>> {
    const { rows } = await sql<{ device: string; at: number; kind: string }>`
      select t.device_id as device, floor(extract(epoch from t.at) * 1000)::double precision as at, t.kind
      from unnest(${deviceIds}::bigint[]) asked (id), lateral (
        select id, device_id, at, kind from device_timeline where device_id = asked.id
          and kind in ('online', 'overdue', 'offline', 'polling.ok', 'polling.snmp_silent', 'polling.unreachable')
          and at >= to_timestamp(${from / 1000}::double precision) - interval '30 days'
        order by id desc limit 2000) t order by t.at, t.id`.execute(db)
    const changes = new Map<string, StateChange[]>()
    for (const { device, at, kind } of rows) {
      const change = kind.startsWith('polling.')
        ? { at, polling: kind.slice('polling.'.length) }
        : { at, presence: kind }
      const known = changes.get(device)
      if (known) known.push(change)
      else changes.set(device, [change])
    }
    return changes
  },
}
