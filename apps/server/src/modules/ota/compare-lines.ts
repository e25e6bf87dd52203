import { quantile } from '@netward/contract/link-statistics'
import type { worsenedMetrics } from '@netward/contract/states/campaign'

/** Whether a line is worse after the upgrade of its gateway than in the 24 hours before. No database, no clock. */

export const stepSeconds = 600
/** The restart itself is not compared. */
export const restartMs = 10 * 60_000
export const comparedMs = 24 * 3_600_000

/** Steps with a value that a target of the line needs: an hour before, half an hour after. */
const leastBefore = 6
const leastAfter = 3
/** Percentage points of loss. */
const moreLoss = 2
/** A round-trip time is worse when it is both: so many times as long, and so many milliseconds longer. */
const longerBy = 1.5
const moreMs = 20

/** The moments that part a series: when the file was sent, and when the gateway reported the new version. */
export interface Upgrade {
  readonly sentAt: number
  readonly verifiedAt: number
}

/** Values of one metric by one target of the line's tests, in equal steps; null: nothing was measured. */
export interface Measured {
  readonly metric: (typeof worsenedMetrics)[number]
  readonly values: readonly (number | null)[]
}

export interface Grid {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly stepMs: number
}

export interface Worse {
  readonly metric: Measured['metric']
  readonly before: number
  readonly after: number
}

/**
 * Loss is worse by 2 percentage points of its mean; the round-trip time when its median is 1.5 times as long and 20 ms
 * longer. Each is the mean over the targets that were measured for an hour before and for half an hour after: one that was
 * not says nothing, and a line without any is not worse. Loss comes first.
 */
export function compareLine(measured: readonly Measured[], upgrade: Upgrade, grid: Grid): Worse | null {
  for (const metric of ['line_loss', 'line_rtt_median'] as const) {
    const pairs = measured.flatMap((one) =>
      one.metric === metric ? pairOf(metric, one.values, upgrade, grid) : [],
    )
    if (pairs.length === 0) continue
    const before = mean(pairs.map((pair) => pair.before))
    const after = mean(pairs.map((pair) => pair.after))
    const isWorse =
      metric === 'line_loss'
        ? after - before >= moreLoss
        : after >= before * longerBy && after - before >= moreMs
    if (isWorse) return { metric, before, after }
  }
  return null
}

function pairOf(
  metric: Measured['metric'],
  values: Measured['values'],
  { sentAt, verifiedAt }: Upgrade,
  { start, stepMs }: Grid,
): { before: number; after: number }[] {
  const within = (from: number, to: number) =>
    values.filter((value, step): value is number => {
      const at = start + step * stepMs
      return value !== null && at >= from && at + stepMs <= to
    })
  const before = within(sentAt - comparedMs, sentAt)
  const after = within(verifiedAt + restartMs, verifiedAt + restartMs + comparedMs)
  if (before.length < leastBefore || after.length < leastAfter) return []
  const middle = metric === 'line_loss' ? mean : median
  return [{ before: middle(before), after: middle(after) }]
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
