import { metricOf } from '@netward/contract/metric-catalogue'
import type {
  LatestValue,
  Ranked,
  RangeQuery,
  RangeResult,
  Series,
  SeriesRange,
  TopQuery,
} from '../metric-store.ts'
import { beforeDays } from './period.ts'
import type { Span } from './spans.ts'
import { extentOf, type Grid, gridOf, gridWith, inSteps, percentile95, resolutionOf } from './steps.ts'

/** Spans of a series within a range; the store decides from what they are made. */
export type SpansOf = (series: Series, from: number, to: number) => Span[]

export interface Period {
  readonly from: number
  readonly to: number
}

export interface RangePlan {
  readonly grid: Grid
  readonly resolution: RangeResult['resolution']
  readonly now: Period
  readonly before: Period | null
  readonly beforeDays: number | null
}

export function planRange({ from, to, points, compare, timeZone }: RangeQuery): RangePlan {
  const grid = gridOf(from, to, points)
  const days = compare ? beforeDays(from, to, timeZone) : null
  const now = { from: grid.start, to: grid.start + grid.steps * grid.step }
  const before = days === null ? null : { from: now.from - days * 86_400_000, to: now.to - days * 86_400_000 }
  return { grid, resolution: resolutionOf(grid), now, before, beforeDays: days }
}

/** `fine` has values of 5 minutes or samples, for p95; `spans` what the resolution says. */
export function answerRange(
  { series, from, to, percentile = true }: RangeQuery,
  { grid, resolution, before, beforeDays: days }: RangePlan,
  { spans, fine, earlier }: { spans: SpansOf; fine: SpansOf; earlier: SpansOf },
): RangeResult {
  const ranges = series.map((one): SeriesRange => {
    const { aggregate } = metricOf(one.metric)
    const found = spans(one, from, to)
    const stepped = inSteps(found, grid, aggregate)
    return {
      series: one,
      ...stepped,
      ...(before && {
        before: inSteps(earlier(one, before.from, before.to), { ...grid, start: before.from }, aggregate)
          .values,
      }),
      ...extentOf(found, from, to),
      p95: percentile || resolution !== '1h' ? percentileOf(fine(one, from, to), from, to) : null,
    }
  })
  return {
    start: grid.start,
    stepSeconds: grid.step / 1000,
    steps: grid.steps,
    resolution,
    beforeDays: days,
    ranges,
  }
}

const percentileOf = (spans: readonly Span[], from: number, to: number) =>
  percentile95(inSteps(spans, gridWith(from, to, 300), 'mean').values)

export function answerLatest(
  series: readonly Series[],
  spans: SpansOf,
  readings: (series: Series) => number | null,
): LatestValue[] {
  return series.flatMap((one): LatestValue[] => {
    const last = spans(one, -Infinity, Infinity).at(-1)
    const at = readings(one)
    if (at === null) return []
    return [{ series: one, value: last !== undefined && last.to === at ? last.last : null, at }]
  })
}

export function answerTop({ series, from, to, by, lowest, limit }: TopQuery, spans: SpansOf): Ranked[] {
  const ranked = series.flatMap((one): Ranked[] => {
    const found = spans(one, from, to)
    const value = by === 'p95' ? percentileOf(found, from, to) : extentOf(found, from, to)[by]
    return value === null ? [] : [{ series: one, value }]
  })
  return ranked.toSorted((a, b) => (lowest ? a.value - b.value : b.value - a.value)).slice(0, limit)
}
