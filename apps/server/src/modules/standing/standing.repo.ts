import type { OutputOf, standingApi } from '@netward/contract'
import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import type { MetricName } from '@netward/contract/metric-catalogue'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'
import type { Pair } from '../lines/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Device = OutputOf<typeof standingApi.deviceStanding>
type Outlet = OutputOf<typeof standingApi.outletStanding>
type Presence = Device['presence']
type Line = NonNullable<Device['lines']>[number]

/** Which device, or which outlet. */
export type Subject = { readonly deviceId: string } | { readonly outletId: string }

const mostLines = 20
const mostEvents = 5000

export interface StandingDevice {
  readonly id: string
  readonly company_id: string
  readonly outlet_id: string | null
  readonly state: string
  readonly driver: string
  readonly presence: Presence
  readonly software_version: string
  readonly configuration: 'drifted' | 'failed' | 'conflict' | null
  readonly applies: boolean
  readonly values: number
}

export interface MeasuredMinutes {
  readonly by: LineMeasurer | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  /** By the hour's milliseconds since 1970. */
  readonly hours: Readonly<Record<string, string>> | null
  /** Outages that the gateway contradicts, in milliseconds. */
  readonly doubted: readonly Pair[] | null
}

/** Of a subject that row-level security shows the caller; a part is asked for in the scope of its permission. */
export const standingRepo = {
  async device({ db }: Reader, deviceId: string): Promise<StandingDevice | undefined> {
    const { rows } = await sql<StandingDevice>`
      select d.id, d.company_id, d.outlet_id, d.state, d.driver, d.presence, d.software_version, d.configuration,
        p.device_id is not null as applies, coalesce(jsonb_array_length(p.drift), 0) as "values"
      from device d left join provision_state p on p.device_id = d.id where d.id = ${deviceId}`.execute(db)
    return rows[0]
  },

  async outlet({ db }: Reader, outletId: string) {
    const { rows } = await sql<
      Outlet['health'] & { company_id: string; hours: string; zone: string }
    >`select o.company_id, o.business_hours as hours, o.time_zone as zone, h.score, coalesce(h.band, 'unknown') as band,
        coalesce(h.offline, false) as offline, h.computed_at as "computedAt",
        jsonb_build_object('minutes', coalesce(h.line_minutes, 0), 'within', coalesce(h.line_minutes_within, 0)) as lines,
        jsonb_build_object('counted', coalesce(h.devices, 0), 'online', coalesce(h.devices_online, 0)) as devices,
        jsonb_build_object('critical', coalesce(h.critical, 0), 'major', coalesce(h.major, 0),
          'minor', coalesce(h.minor, 0)) as alarms,
        jsonb_build_object('gateways', coalesce(h.gateways, 0), 'sound', coalesce(h.gateways_sound, 0),
          'drifted', coalesce(h.drifted, 0), 'outdated', coalesce(h.outdated, 0)) as configuration
      from outlet o left join outlet_health h on h.outlet_id = o.id where o.id = ${outletId}`.execute(db)
    return rows[0]
  },

  /** Which of these products the company acted in has. */
  async products({ db }: Reader): Promise<ReadonlySet<ConsoleProduct>> {
    const { rows } = await sql<{ code: ConsoleProduct }>`
      select code from unnest(array['monitoring', 'device_management', 'link_testing', 'work_orders', 'firmware']) code
      where metric_stop(code) is null`.execute(db)
    return new Set(rows.map(({ code }) => code))
  },

  /** Of each device the last change before the period, and those within it. */
  async presence(
    { db }: Reader,
    subject: Subject,
    from: Date,
  ): Promise<{ deviceId: string; at: string; kind: 'online' | 'overdue' | 'offline' }[]> {
    const of =
      'deviceId' in subject
        ? sql`d.id = ${subject.deviceId}`
        : sql`d.outlet_id = ${subject.outletId} and d.driver = 'cwmp' and d.state = 'claimed'`
    const { rows } = await sql<{ deviceId: string; at: string; kind: 'online' | 'overdue' | 'offline' }>`
      select d.id as "deviceId", e.at, e.kind from (select d.id from device d where ${of} order by d.id limit 20) d
      cross join lateral (
        (select t.at, t.kind, t.id from device_timeline t where t.device_id = d.id
          and t.kind in ('online', 'overdue', 'offline') and t.at < ${from} order by t.at desc limit 1)
        union all
        (select t.at, t.kind, t.id from device_timeline t where t.device_id = d.id
          and t.kind in ('online', 'overdue', 'offline') and t.at >= ${from} order by t.at desc limit ${sql.lit(mostEvents)})) e
      order by d.id, e.at, e.id`.execute(db)
    return rows
  },

  async lines({ db }: Reader, subject: Subject): Promise<Line[]> {
    const { rows } = await sql<Line>`
      select l.id, l.name, s.state, s.loss, s.rtt from internet_line l join line_standing s on s.line_id = l.id
      where ${ofLine(subject)}
      order by array_position(array['down', 'blind', 'up', 'unmeasured'], s.state), s.loss desc nulls last, l.name, l.id
      limit ${sql.lit(mostLines)}`.execute(db)
    return rows
  },

  async minutes({ db }: Reader, outletId: string, from: Date): Promise<MeasuredMinutes[]> {
    const { rows } = await sql<MeasuredMinutes>`
      select s.measured_by as by, coalesce(s.profile, line_profile_of(l.type)) as profile,
        (select p.settings from line_profile p where p.company_id = l.company_id
          and p.kind = coalesce(s.profile, line_profile_of(l.type))) as settings,
        (select jsonb_object_agg((extract(epoch from h.hour) * 1000)::bigint, h.minutes) from line_hour h
          where h.line_id = l.id and h.hour >= ${from}::timestamptz - interval '2 hours') as hours,
        (select jsonb_agg(jsonb_build_array((extract(epoch from g.began_at) * 1000)::bigint, (extract(epoch from g.ended_at) * 1000)::bigint))
          from line_outage g where g.company_id = l.company_id and g.line_id = l.id and g.second_view = 'disagrees'
            and coalesce(g.ended_at, 'infinity') > ${from}::timestamptz) as doubted
      from internet_line l join line_standing s on s.line_id = l.id where l.outlet_id = ${outletId}
      order by l.id limit ${sql.lit(mostLines)}`.execute(db)
    return rows
  },

  async works({ db }: Reader, outletId: string, from: Date): Promise<{ from: string; to: string }[]> {
    const { rows } = await sql<{ from: string; to: string }>`
      select m.starts_at as "from", m.ends_at as "to" from maintenance_window m join outlet o on o.company_id = m.company_id
      where o.id = ${outletId} and m.ends_at > ${from} and m.starts_at < now() and (not m.late or m.approved_at is not null)
        and (m.whole_company or o.id = any (m.outlet_ids)) order by m.starts_at limit 1000`.execute(db)
    return rows
  },

  async alarms({ db }: Reader, subject: Subject): Promise<NonNullable<Device['alarms']>> {
    const of =
      'deviceId' in subject
        ? sql`a.subject_id = ${subject.deviceId}::bigint`
        : sql`a.outlet_id = ${subject.outletId}::bigint`
    const { rows } = await sql<NonNullable<Device['alarms']>>`
      select count(*) filter (where a.severity = 'critical')::int as critical,
        count(*) filter (where a.severity = 'major')::int as major, count(*) filter (where a.severity = 'minor')::int as minor,
        count(*) filter (where a.severity not in ('critical', 'major', 'minor'))::int as others
      from alarm a where a.state = 'active' and a.behind_id is null and ${of}`.execute(db)
    return rows[0]!
  },

  async orders({ db }: Reader, subject: Subject): Promise<NonNullable<Device['orders']>> {
    const of =
      'deviceId' in subject
        ? sql`o.device_id = ${subject.deviceId}::bigint`
        : sql`o.outlet_id = ${subject.outletId}::bigint`
    const { rows } = await sql<NonNullable<Device['orders']>>`
      select count(*)::int as open, count(*) filter (where o.resolved_at is null and o.resolve_due < now()
          or o.responded_at is null and o.respond_due < now())::int as overdue
      from work_order o where o.open and ${of}`.execute(db)
    return rows[0]!
  },

  /** The last campaign that has the gateway, while it lacks its version. */
  async campaign(
    { db }: Reader,
    deviceId: string,
  ): Promise<{ id: string; name: string; version: string; over: boolean } | null> {
    const { rows } = await sql<{ id: string; name: string; version: string; over: boolean }>`
      select c.id, c.name, c.version, c.ended_at is not null or coalesce(c.live_until < now(), false) as over
      from (select * from campaign_target t where t.device_id = ${deviceId} order by t.campaign_id desc limit 1) t
      join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
      join device d on d.id = t.device_id
      where t.state not in ('verified', 'rolled_back', 'cancelled') and c.state not in ('draft', 'cancelled')
        and c.version <> d.software_version`.execute(db)
    return rows[0] ?? null
  },

  async devices({ db }: Reader, outletId: string): Promise<NonNullable<Outlet['devices']>> {
    const { rows } = await sql<NonNullable<Outlet['devices']>>`
      select count(*)::int as total, count(*) filter (where presence in ('online', 'overdue'))::int as online,
        count(*) filter (where presence = 'offline')::int as offline
      from device where outlet_id = ${outletId} and state = 'claimed'`.execute(db)
    return rows[0]!
  },

  /** Traffic of the WANs of lines, of a device without lines that of all its ports; and clients. */
  async series({ db }: Reader, subject: Subject): Promise<(Series & { ofLine: boolean })[]> {
    const traffic: readonly MetricName[] = ['interface_in_octets', 'interface_out_octets']
    const ports =
      'deviceId' in subject
        ? sql`s.subject_id = ${subject.deviceId} and s.metric = any (${traffic}::text[])`
        : sql`false`
    const clients =
      'deviceId' in subject
        ? sql`s.subject_id = ${subject.deviceId}::bigint`
        : sql`s.outlet_id = ${subject.outletId}::bigint and exists (
            select from device d where d.id = s.subject_id and d.state = 'claimed')`
    const { rows } = await sql<Series & { ofLine: boolean }>`
      select s.id, s.company_id as "companyId", s.subject_id as "deviceId", s.metric, s.instance, s.slot, s.block, true as "ofLine"
      from internet_line l join metric_series s on s.subject_id = l.device_id and s.instance = l.wan_name
      where ${ofLine(subject)} and l.wan_name <> '' and s.metric = any (${traffic}::text[])
      union all
      select s.id, s.company_id, s.subject_id, s.metric, s.instance, s.slot, s.block, false
      from metric_series s where s.ended_at is null and ${ports}
      union all
      select s.id, s.company_id, s.subject_id, s.metric, s.instance, s.slot, s.block, false
      from metric_series s where s.metric = 'wifi_clients' and s.ended_at is null and ${clients}
      limit 2000`.execute(db)
    return rows
  },
}

const ofLine = (subject: Subject): RawBuilder<unknown> =>
  'deviceId' in subject
    ? sql`l.device_id = ${subject.deviceId}::bigint`
    : sql`l.outlet_id = ${subject.outletId}::bigint`
