import type { InputOf, metricApi, OutputOf } from '@netward/contract'
import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { LatestValue, MetricStore, SeriesRange } from '../../platform/metrics/metric-store.ts'
import { type OutletLine, outletMetricsRepo, type WorstDevice } from './outlet-metrics.repo.ts'
import { measuredDrivers } from './subject.ts'

type Input = InputOf<typeof metricApi.outletMetrics>
type Answer = OutputOf<typeof metricApi.outletMetrics>

const down: MetricName = 'interface_in_octets'
const up: MetricName = 'interface_out_octets'
/** An older value is not "now": three polls were missed. */
const latelyMilliseconds = 15 * 60_000

/** How an outlet does. @throws AppError outlet.not_found, or what stops both products */
export async function outletMetrics(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: Input,
): Promise<Answer> {
  const asOf = Date.now()
  const { range, latest, ...found } = await ctx.inTransaction(null, (inside) => begin(inside, store, input))
  const [{ ranges, start, stepSeconds, steps }, values] = await Promise.all([range(), latest()])
  const now = values.filter(({ at }) => asOf - at <= latelyMilliseconds)
  return {
    start,
    stepSeconds,
    steps,
    asOf: new Date(asOf).toISOString(),
    down: summed(ranges, down, steps),
    up: summed(ranges, up, steps),
    lines: found.lines.map((line) => ({
      lineId: line.id,
      name: line.name,
      down: rateOf(now, line, down),
      up: rateOf(now, line, up),
    })),
    clients: clientsOf(now),
    devices: found.devices,
    worst: presentWorst(found.worst),
  }
}

/** All of an outlet in one transaction. */
async function begin(inside: RequestContext, store: MetricStore, { outletId, from, to, points }: Input) {
  const companyId = await outletMetricsRepo.companyOf(inside, outletId)
  if (companyId === undefined) throw new AppError('outlet.not_found')
  await lookInto(inside, { company_id: companyId }, 'DMS_SERVER_DEVICE_VIEW')
  const drivers = await measuredDrivers(inside)
  const lines = drivers.includes('cwmp') ? await outletMetricsRepo.lines(inside, outletId) : []
  const series = await outletMetricsRepo.series(inside, outletId, lines, [down, up], drivers)
  const traffic = series.filter(({ metric }) => metric === down || metric === up)
  const query = { series: traffic, from: Date.parse(from), to: Date.parse(to), points }
  return {
    lines,
    devices: await outletMetricsRepo.devices(inside, outletId, drivers),
    worst: await outletMetricsRepo.worst(inside, outletId, drivers),
    range: await store.range(inside.db, { ...query, compare: false, timeZone: 'UTC' }),
    latest: await store.latest(inside.db, series),
  }
}

/** Of those lines that have a value in a step: a gap of one is not a gap of all. */
function summed(ranges: readonly SeriesRange[], metric: MetricName, steps: number): (number | null)[] {
  const of = ranges.filter(({ series }) => series.metric === metric)
  return Array.from({ length: steps }, (_, step) => {
    const values = of.flatMap(({ values: own }) => own[step] ?? [])
    return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0)
  })
}

function rateOf(now: readonly LatestValue[], line: OutletLine, metric: MetricName): number | null {
  const found = now.find(
    ({ series }) =>
      series.metric === metric && series.deviceId === line.deviceId && series.instance === line.wanName,
  )
  return found?.value ?? null
}

function clientsOf(now: readonly LatestValue[]): number | null {
  const counts = now.flatMap(({ series, value }) =>
    series.metric === 'wifi_clients' && value !== null ? [value] : [],
  )
  return counts.length === 0 ? null : counts.reduce((sum, one) => sum + one, 0)
}

function presentWorst(found: WorstDevice | undefined): Answer['worst'] {
  if (found === undefined) return null
  const { worst, ...device } = found
  const { metric, label, value, level } = worst
  return { ...device, metric, label, value, level, unit: metricOf(metric).unit }
}
