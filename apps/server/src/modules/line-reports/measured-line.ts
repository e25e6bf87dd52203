import type { MetricName } from '@netward/contract/metric-catalogue'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore, SeriesRange } from '../../platform/metrics/metric-store.ts'
import { type LineLedger, lineLedger } from '../lines/index.ts'
import { readRange } from '../metrics/index.ts'
import type { ReportedLine } from './line-report.repo.ts'

const chartPoints = 240

export interface TargetFigures {
  readonly target: string
  /** Means over the period; null: not measured. Per cent, milliseconds. */
  readonly loss: number | null
  readonly rtt: number | null
  readonly p95: number | null
  readonly jitter: number | null
}

export interface Curve {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface MeasuredLine {
  readonly line: ReportedLine
  readonly period: { readonly from: number; readonly to: number }
  readonly ledger: LineLedger
  readonly targets: readonly TargetFigures[]
  /** Bit/s, measured on demand; null: not measured. */
  readonly down: number | null
  readonly upward: number | null
  readonly chart: { readonly start: number; readonly stepSeconds: number; readonly steps: number }
  readonly rtt: readonly Curve[]
  readonly loss: readonly Curve[]
}

const figures = [
  'line_loss',
  'line_rtt_median',
  'line_rtt_p95',
  'line_jitter',
  // Of gateways, which know no median.
  'line_rtt_avg',
  'line_throughput_down',
  'line_throughput_up',
] as const satisfies readonly MetricName[]

/** What was measured of a line in a period, in milliseconds since 1970. */
export async function measuredLine(
  ctx: SeveralTransactions,
  store: MetricStore,
  line: ReportedLine,
  { from, to }: { from: number; to: number },
): Promise<MeasuredLine> {
  const period = { lineId: line.id, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const ledger = await ctx.inTransaction(null, (inside) => lineLedger(inside, line.id, { from, to }))
  const read = await readRange(ctx, store, {
    ...period,
    compare: false,
    percentile: false,
    metrics: [...figures],
    points: chartPoints,
  })

  const of = (metric: MetricName) => read.ranges.filter(({ series }) => series.metric === metric)
  const at = (metric: MetricName, target: string) =>
    of(metric).find(({ series }) => series.instance === target)?.mean ?? null
  const names = [
    ...new Set(figures.slice(0, 5).flatMap((metric) => of(metric).map(({ series }) => series.instance))),
  ]
  const targets = names.toSorted().map((target) => ({
    target,
    loss: at('line_loss', target),
    rtt: at('line_rtt_median', target) ?? at('line_rtt_avg', target),
    p95: at('line_rtt_p95', target),
    jitter: at('line_jitter', target),
  }))
  return {
    line,
    period: { from, to },
    ledger,
    targets,
    down: most(of('line_throughput_down').map((range) => range.mean)),
    upward: most(of('line_throughput_up').map((range) => range.mean)),
    chart: { start: read.start, stepSeconds: read.stepSeconds, steps: read.steps },
    rtt: curves(timesOf(of('line_rtt_median'), of('line_rtt_avg'))),
    loss: curves(of('line_loss')),
  }
}

const timesOf = (medians: readonly SeriesRange[], means: readonly SeriesRange[]): SeriesRange[] => [
  ...medians,
  ...means.filter(({ series }) => medians.every((one) => one.series.instance !== series.instance)),
]

const curves = (ranges: readonly SeriesRange[]): Curve[] =>
  ranges
    .map(({ series, values }) => ({ name: series.instance, values }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Over all targets of a line, weighing each alike. */
export function overTargets(
  { targets }: Pick<MeasuredLine, 'targets'>,
  figure: Exclude<keyof TargetFigures, 'target'>,
): number | null {
  return mean(targets.map((target) => target[figure]))
}

/** One curve of several: the mean of those that have a value. */
export const together = (name: string, of: readonly Curve[], steps: number): Curve => ({
  name,
  values: Array.from({ length: steps }, (_, step) => mean(of.map(({ values }) => values[step] ?? null))),
})

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
