import type { MetricName } from '@netward/contract/metric-catalogue'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** A device that is measured. */
export interface MeasuredDevice {
  id: string
  company_id: string
  name: string
  driver: 'cwmp' | 'snmp' | 'probe' | 'none'
  time_zone: string
}

export interface SeriesFilter {
  metrics?: readonly MetricName[]
  instances?: readonly string[]
  /** Without series that ended before this moment, in milliseconds. */
  from?: number
}

export const seriesRepo = {
  /** Series of the company acted in, and its limit. */
  async limit({ db }: Reader): Promise<{ series: number; limit: number; refusedAt: string | null }> {
    const { rows } = await sql<{ series: number; limit: number; refusedAt: string | null }>`
      select series::float8 as series, most::float8 as limit, refused_at as "refusedAt" from own_series_limit()`.execute(
      db,
    )
    return rows[0]!
  },

  findDevice({ db }: Reader, deviceId: string): Promise<MeasuredDevice | undefined> {
    return db
      .selectFrom('device')
      .innerJoin('company', 'company.id', 'device.company_id')
      .leftJoin('outlet', (join) =>
        join.onRef('outlet.company_id', '=', 'device.company_id').onRef('outlet.id', '=', 'device.outlet_id'),
      )
      .select(['device.id', 'device.company_id', 'device.name', 'device.driver'])
      .select(sql<string>`coalesce(outlet.time_zone, company.time_zone)`.as('time_zone'))
      .where('device.id', '=', deviceId)
      .executeTakeFirst()
  },

  /** A line, and what carries it: the WAN of a gateway, or nothing yet. */
  findLine({ db }: Reader, lineId: string) {
    return db
      .selectFrom('internet_line as l')
      .innerJoin('outlet as o', (join) =>
        join.onRef('o.company_id', '=', 'l.company_id').onRef('o.id', '=', 'l.outlet_id'),
      )
      .select(['l.company_id', 'l.device_id', 'l.wan_name', 'o.time_zone'])
      .where('l.id', '=', lineId)
      .executeTakeFirst()
  },

  async of({ db }: Reader, subjectId: string, { metrics, instances, from }: SeriesFilter): Promise<Series[]> {
    const rows = await db
      .selectFrom('metric_series')
      .select(['id', 'company_id', 'subject_id', 'metric', 'instance', 'slot', 'block'])
      .where('subject_id', '=', subjectId)
      .$if(metrics !== undefined, (query) => query.where('metric', 'in', metrics!))
      .$if(instances !== undefined, (query) => query.where('instance', 'in', instances!))
      .$if(from !== undefined, (query) => query.where(goesOnAt('ended_at', from!)))
      .orderBy('slot')
      .execute()
    return rows.map(present)
  },

  /**
   * Of a metric, of devices that are there and of these kinds, with their names; of an outlet or the company acted in;
   * without those that ended before `from`.
   */
  async ofMetric(
    { db, scope }: Reader,
    metric: MetricName,
    outletId: string | undefined,
    drivers: readonly MeasuredDevice['driver'][],
    from: number,
    most: number,
  ): Promise<(Series & { deviceName: string })[]> {
    if (drivers.length === 0) return []
    const rows = await db
      .selectFrom('metric_series as s')
      .innerJoin('device as d', (join) =>
        join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.subject_id'),
      )
      .select(['s.id', 's.company_id', 's.subject_id', 's.metric', 's.instance', 's.slot', 's.block'])
      .select('d.name as device_name')
      .where('s.company_id', '=', scope.companyId)
      .where('s.metric', '=', metric)
      .where('d.state', '=', 'claimed')
      .where('d.driver', 'in', drivers)
      .where(goesOnAt('s.ended_at', from))
      .$if(outletId !== undefined, (query) => query.where('s.outlet_id', '=', outletId!))
      .limit(most)
      .execute()
    return rows.map((row) => ({ ...present(row), deviceName: row.device_name }))
  },

  /** Why a product stops these values, with what people are shown; null if it does not. */
  async findStop(
    { db }: Reader,
    product: 'monitoring' | 'device_management' | 'link_testing',
  ): Promise<Record<string, unknown> | null> {
    const { rows } = await sql<{
      stop: Record<string, unknown> | null
    }>`select metric_stop(${product}) as stop`.execute(db)
    return rows[0]?.stop ?? null
  },
}

const goesOnAt = (column: string, from: number) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} >= ${new Date(from)})`

function present(row: {
  id: string
  company_id: string
  subject_id: string
  metric: string
  instance: string
  slot: number
  block: string
}): Series {
  const { id, company_id, subject_id, metric, instance, slot, block } = row
  // Only metrics of the catalogue are ever resolved to a series.
  return {
    id,
    companyId: company_id,
    deviceId: subject_id,
    metric: metric as MetricName,
    instance,
    slot,
    block,
  }
}
