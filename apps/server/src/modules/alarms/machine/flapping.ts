import { flapLimit } from '@netward/contract/alarm-values'

/** Icinga: of the last 20 states, newer changes count more; on above a limit, off 5 % below it. */
const states = 20
const offBelow = 5

/** Changes of a condition that still count, oldest first. */
export function recentFlips(flips: readonly number[], at: number, interval: number): readonly number[] {
  const first = flips.findIndex((flip) => at - flip < states * interval)
  return first === 0 ? flips : first === -1 ? [] : flips.slice(first)
}

/**
 * The weighted share of changes among the last 20 states, in per cent: 0.8 for the oldest, 1.2 for the newest
 * (Icinga 2, `Checkable::UpdateFlappingStatus`). States are counted by time, so that no sample needs a write.
 */
export function flapShare(flips: readonly number[], at: number, interval: number): number {
  let sum = 0
  for (const flip of recentFlips(flips, at, interval)) {
    const age = Math.max(0, Math.floor((at - flip) / interval))
    sum += 0.8 + (0.4 * (states - age)) / states
  }
  return (100 * sum) / states
}

/** Between the limits it stays as it is. */
export function isFlapping(before: boolean, share: number, limit = flapLimit): boolean {
  return before ? share >= limit - offBelow : share > limit
}
