import type { EndpointOutput } from '@netward/contract'
import type { MetricName } from '@netward/contract/metric-catalogue'
import type { TimeSeries } from '../../ui/time-chart.tsx'

export type RangeAnswer = EndpointOutput<'POST /monitor/api/v1/metrics/range'>
export type MetricSeries = RangeAnswer['series'][number]

export const seriesKey = ({ metric, instance }: Pick<MetricSeries, 'metric' | 'instance'>) =>
  `${metric} ${instance}`

/** The period before, named as people do: a week is a week. */
export const weekDays = 7

/** What people call a series among the others of its chart: only what tells it apart. */
export function seriesName(
  one: Pick<MetricSeries, 'metric' | 'instance' | 'label'>,
  all: readonly Pick<MetricSeries, 'metric' | 'instance' | 'label'>[],
  metricName: (metric: MetricName) => string,
  /** Where the title of the chart says the rest: "In". */
  shortName: (metric: MetricName) => string,
): string {
  const severalMetrics = all.some(({ metric }) => metric !== one.metric)
  const severalInstances = all.some(({ instance }) => instance !== one.instance)
  const label = one.label || one.instance
  if (label === '' || (severalMetrics && !severalInstances)) return metricName(one.metric)
  // What differs first: a long label is cut at its end.
  return severalMetrics ? `${shortName(one.metric)} · ${label}` : label
}

/** The curves of a chart: each series, and behind it itself of the period before. */
export function curvesOf(
  answer: Pick<RangeAnswer, 'start' | 'stepSeconds'>,
  shown: readonly { series: MetricSeries; name: string; beforeName: string; colour: number }[],
): TimeSeries[] {
  const timed = (values: readonly (number | null)[]) =>
    values.map((value, step) => [answer.start + step * answer.stepSeconds * 1000, value] as const)
  return shown.flatMap(({ series, name, beforeName, colour }): TimeSeries[] => {
    const key = seriesKey(series)
    const now: TimeSeries = { key, name, colour, points: timed(series.values) }
    if (series.before?.some((value) => value !== null) !== true) return [now]
    return [
      { key: `${key} before`, name: beforeName, colour, faint: true, points: timed(series.before) },
      now,
    ]
  })
}

/** One value is no course. */
export const hasCourse = (values: readonly (number | null)[]) =>
  values.filter((value) => value !== null).length > 1

/** Bytes are read in powers of 1024, durations in days or hours: ticks are round in these. */
export function tickOf(unit: string, highest: number): number {
  if (unit === 'By') return 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(1, highest)) / 10))
  if (unit === 's') return highest >= 2 * 86_400 ? 86_400 : highest >= 7200 ? 3600 : highest >= 120 ? 60 : 1
  return 1
}

/**
 * Series in the order of importance: the parts with the highest values first (the lowest, where those are worst), and
 * both directions of an interface beside each other, in before out.
 */
export function ordered(
  series: readonly MetricSeries[],
  metrics: readonly MetricName[],
  lowest: boolean,
): readonly MetricSeries[] {
  const weights = new Map<string, number>()
  for (const { instance, max, min } of series) {
    const weight = (lowest ? min : max) ?? (lowest ? Infinity : -Infinity)
    const before = weights.get(instance)
    weights.set(
      instance,
      before === undefined ? weight : lowest ? Math.min(before, weight) : Math.max(before, weight),
    )
  }
  const weightOf = ({ instance }: MetricSeries) => weights.get(instance) ?? 0
  return series.toSorted((a, b) => {
    const [one, other] = [weightOf(a), weightOf(b)]
    // Infinities have no difference.
    if (one === other)
      return a.instance === b.instance
        ? metrics.indexOf(a.metric) - metrics.indexOf(b.metric)
        : a.instance < b.instance
          ? -1
          : 1
    return lowest ? one - other : other - one
  })
}
