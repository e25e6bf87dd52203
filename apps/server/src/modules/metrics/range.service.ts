import type { InputOf, metricApi, OutputOf } from '@netward/contract'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Finish, MetricStore, Ranked, RangeResult, Series } from '../../platform/metrics/metric-store.ts'
import { type Labelled, labelsOf } from './labels.ts'
import { seriesRepo } from './series.repo.ts'
import { type MeasuredSubject, measuredSubjects } from './subject.ts'

type Input = InputOf<typeof metricApi.metricRange>
type Answer = OutputOf<typeof metricApi.metricRange>

/** Series of one answer. */
const most = 200

export interface ReadRange extends RangeResult {
  readonly labels: (series: Series) => Labelled
  readonly more: boolean
  readonly timeZone: string
}

export async function metricRange(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: Input,
): Promise<Answer> {
  const asOf = new Date().toISOString()
  const { ranges, labels, more, start, stepSeconds, steps, resolution, beforeDays } = await readRange(
    ctx,
    store,
    input,
  )
  return {
    start,
    stepSeconds,
    steps,
    resolution,
    beforeDays,
    asOf,
    more,
    series: ranges.map(({ series, ...values }) => ({
      metric: series.metric,
      instance: series.instance,
      label: labels(series).label,
      unit: metricOf(series.metric).unit,
      ...values,
    })),
  }
}

/** `also` runs in the transaction that reads. */
export async function readRange(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: Input,
  also: (inside: RequestContext) => Promise<void> = async () => {},
): Promise<ReadRange> {
  const chosen = await ctx.inTransaction(null, async (inside) => {
    const subjects = await measuredSubjects(inside, input)
    const series = await seriesOf(inside, input, subjects)
    if (series.length > most) return { tops: await highest(inside, store, input, series) }
    await also(inside)
    return { read: await begin(inside, store, input, subjects, series) }
  })
  if (chosen.read) return { ...chosen.read, ...(await chosen.read.finish()), more: false }
  const tops = await Promise.all(chosen.tops.map((finish) => finish()))
  const wanted = new Set(tops.flat().map(({ series }) => series.id))
  const { finish, ...rest } = await ctx.inTransaction(null, async (inside) => {
    const subjects = await measuredSubjects(inside, input)
    await also(inside)
    // Of what was chosen, what the caller still sees.
    const series = (await seriesOf(inside, input, subjects)).filter(({ id }) => wanted.has(id))
    return begin(inside, store, input, subjects, series)
  })
  return { ...rest, ...(await finish()), more: true }
}

async function begin(
  inside: RequestContext,
  store: MetricStore,
  { from, to, points, compare, percentile }: Input,
  subjects: readonly MeasuredSubject[],
  series: readonly Series[],
) {
  const timeZone = subjects[0]?.timeZone ?? 'UTC'
  const query = { series, from: Date.parse(from), to: Date.parse(to), points, compare, percentile, timeZone }
  const [finish, labels] = await Promise.all([
    store.range(inside.db, query),
    labelsOf(
      inside,
      subjects.map(({ id }) => id),
    ),
  ])
  return { finish, labels, timeZone }
}

/** Of too many series those with the highest means, each metric its share. */
function highest(
  inside: RequestContext,
  store: MetricStore,
  { from, to, metrics }: Input,
  series: readonly Series[],
): Promise<Finish<Ranked[]>[]> {
  const period = { from: Date.parse(from), to: Date.parse(to) }
  const limit = Math.floor(most / metrics.length)
  const byMetric = [...Map.groupBy(series, ({ metric }) => metric).values()]
  return Promise.all(
    byMetric.map((one) => store.top(inside.db, { ...period, series: one, by: 'mean', lowest: false, limit })),
  )
}

async function seriesOf(
  inside: RequestContext,
  { metrics, instances, from }: Input,
  subjects: readonly MeasuredSubject[],
): Promise<Series[]> {
  const series: Series[] = []
  for (const { id, instance } of subjects) {
    const wanted = instance === null ? instances : [instance]
    // What ended before the period is left out, unless it is named.
    const which = wanted ? { instances: wanted } : { from: Date.parse(from) }
    series.push(...(await seriesRepo.of(inside, id, { metrics, ...which })))
  }
  return series
}
