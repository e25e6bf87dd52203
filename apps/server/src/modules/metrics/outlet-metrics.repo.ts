import type { MetricName } from '@netward/contract/metric-catalogue'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'

type Reader = Pick<RequestContext, 'db'>
type Drivers = readonly string[]

export interface OutletLine {
  readonly id: string
  readonly name: string
  readonly deviceId: string
  readonly wanName: string
}

export interface WorstDevice {
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceType: string
  readonly worst: { metric: MetricName; label: string; value: number; level: 'warning' | 'critical' }
}

const mostLines = 50

/** What the page of an outlet begins with. Row-level security decides which of its rows the caller sees. */
export const outletMetricsRepo = {
  async companyOf({ db }: Reader, outletId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('outlet')
      .select('company_id')
      .where('id', '=', outletId)
      .executeTakeFirst()
    return row?.company_id
  },

  async lines({ db }: Reader, outletId: string): Promise<OutletLine[]> {
    const { rows } = await sql<OutletLine>`
      select l.id, l.name, l.device_id as "deviceId", l.wan_name as "wanName" from internet_line l
      join device d on d.company_id = l.company_id and d.id = l.device_id and d.state = 'claimed'
      where l.outlet_id = ${outletId} and l.wan_name <> ''
      order by l.name, l.id limit ${sql.lit(mostLines)}`.execute(db)
    return rows
  },

  /** Traffic of these lines, and clients of devices in the outlet: one query for both. */
  async series(
    { db }: Reader,
    outletId: string,
    lines: readonly OutletLine[],
    traffic: readonly MetricName[],
    drivers: Drivers,
  ): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select s.id, s.company_id as "companyId", s.subject_id as "deviceId", s.metric, s.instance, s.slot, s.block
      from metric_series s join (
        select distinct * from unnest(${lines.map(({ deviceId }) => deviceId)}::bigint[],
          ${lines.map(({ wanName }) => wanName)}::text[]) k (device_id, wan)) k
        on s.subject_id = k.device_id and s.instance = k.wan
      where s.metric = any (${traffic}::text[])
      union all
      select s.id, s.company_id, s.subject_id, s.metric, s.instance, s.slot, s.block
      from metric_series s join device d on d.company_id = s.company_id and d.id = s.subject_id
      where s.outlet_id = ${outletId} and s.metric = 'wifi_clients' and s.ended_at is null and d.state = 'claimed'
        and d.driver = any (${drivers}::text[])`.execute(db)
    return rows
  },

  async devices(
    { db }: Reader,
    outletId: string,
    drivers: Drivers,
  ): Promise<{ total: number; online: number }> {
    const { rows } = await sql<{ total: number; online: number }>`
      select count(*)::int as total, (count(*) filter (where presence = 'online'))::int as online
      from device where outlet_id = ${outletId} and state = 'claimed' and driver = any (${drivers}::text[])`.execute(
      db,
    )
    return rows[0] ?? { total: 0, online: 0 }
  },

  async worst({ db }: Reader, outletId: string, drivers: Drivers): Promise<WorstDevice | undefined> {
    const { rows } = await sql<WorstDevice>`
      select d.id as "deviceId", d.name as "deviceName", d.type as "deviceType", coalesce(p.worst, m.worst) as worst
      from device d
      left join device_polling p on p.device_id = d.id
      left join gateway_measuring m on m.device_id = d.id
      where d.outlet_id = ${outletId} and d.state = 'claimed' and d.level is not null
        and d.driver = any (${drivers}::text[])
        and coalesce(p.worst, m.worst)->>'level' in ('warning', 'critical')
      order by d.level = 'critical' desc, d.name, d.id limit 1`.execute(db)
    return rows[0]
  },
}
