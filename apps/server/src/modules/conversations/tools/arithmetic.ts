export const aggregates = ['sum', 'count', 'average', 'min', 'max', 'median', 'p95', 'range'] as const
export type Aggregate = (typeof aggregates)[number]

/** Of two values, the second against the first. */
export const comparisons = ['difference', 'percent', 'ratio', 'change', 'compare'] as const
export type Comparison = (typeof comparisons)[number]

/** Without the noise of binary fractions. */
const clean = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(12)) : null

/** Of no values only their count and sum are known. */
export function resultOf(operation: Aggregate, values: readonly number[]): number | null {
  if (operation === 'count') return values.length
  const sum = values.reduce((total, value) => total + value, 0)
  if (operation === 'sum') return clean(sum)
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const first = sorted[0]!
  const last = sorted.at(-1)!
  switch (operation) {
    case 'average':
      return clean(sum / values.length)
    case 'min':
      return first
    case 'max':
      return last
    case 'range':
      return clean(last - first)
    case 'median':
      return clean(quantile(sorted, 0.5))
    case 'p95':
      return clean(quantile(sorted, 0.95))
  }
}

/** Between the two neighbours, as percentile_cont of the database. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (place - below)
}

export type ComparisonResult =
  | number
  | { difference: number | null; changePercent: number | null; second: string }

/** A denominator of zero has no result. */
export function resultOfComparison(
  operation: Comparison,
  first: number,
  second: number,
): ComparisonResult | null {
  const change = first === 0 ? null : clean(((second - first) / Math.abs(first)) * 100)
  switch (operation) {
    case 'difference':
      return clean(second - first)
    case 'percent':
      return second === 0 ? null : clean((first / second) * 100)
    case 'ratio':
      return second === 0 ? null : clean(first / second)
    case 'change':
      return change
    case 'compare':
      return {
        difference: clean(second - first),
        changePercent: change,
        second: second > first ? 'higher' : second < first ? 'lower' : 'equal',
      }
  }
}
