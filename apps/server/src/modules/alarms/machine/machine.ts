import { flapShare, isFlapping, recentFlips } from './flapping.ts'
import type { Verdict } from './judge.ts'

/** When a condition begins and ends. Times in milliseconds. */
export interface Timing {
  /** Bad for so long before it begins. */
  readonly forMs: number
  /** `bad` of the `last` values. */
  readonly bad: number
  readonly last: number
  /** Good for so long before it ends. */
  readonly clearMs: number
  /** Of flapping, in per cent. */
  readonly flapAbove?: number
}

/** What is stored of a condition: only where it is not simply good. */
export interface Machine {
  /** The condition holds, flapping aside. */
  readonly on: boolean
  /** An alarm is active. */
  readonly raised: boolean
  readonly flapping: boolean
  /** The start of the run of values towards the other side. */
  readonly since: number | null
  /** The last values while it does not hold, the newest in bit 0: 1 is bad. */
  readonly window: number
  /** The sample that changed it last: earlier ones do nothing. */
  readonly at: number
  /** When `on` changed, oldest first. */
  readonly flips: readonly number[]
  /** Since when nothing is measured. */
  readonly missing: number | null
  /** Of events: when those that count came, oldest first. */
  readonly events?: readonly number[]
}

export type Transition = 'raised' | 'cleared' | 'flapping' | 'settled' | 'no_data' | 'data_again'

export interface Step {
  /** The same object where nothing changed, so that nothing is written; null: no state is kept. */
  readonly machine: Machine | null
  readonly transitions: readonly Transition[]
}

export const quiet: Omit<Machine, 'at'> = {
  on: false,
  raised: false,
  flapping: false,
  since: null,
  window: 0,
  flips: [],
  missing: null,
}
const nothing: readonly Transition[] = []

/**
 * Advances a condition by one sample: pending → active → cleared, by the time of samples. It depends on nothing but its
 * arguments: a restart, another worker or a repeated sample arrive at the same state.
 *
 * @param interval the usual time between samples, in milliseconds
 */
export function step(
  before: Machine | null,
  sample: { readonly at: number; readonly verdict: Verdict },
  timing: Timing,
  interval: number,
): Step {
  const { at, verdict } = sample
  if (before === null && verdict !== 'bad') return { machine: null, transitions: nothing }
  if (before !== null && at <= before.at) return { machine: before, transitions: nothing }
  const was: Machine = before ?? { ...quiet, at }
  if (verdict === 'none') return withoutData(was, at, interval)
  const transitions: Transition[] = was.missing === null ? [] : ['data_again']
  const held = condition({ ...was, missing: null }, sample, timing)
  const next = flapped(held, { at, interval, flapAbove: timing.flapAbove }, transitions)
  return settledStep(was, next, at, interval, transitions)
}

/** The condition itself: begins after enough bad values, ends after enough good ones. */
function condition(was: Machine, { at, verdict }: { at: number; verdict: Verdict }, timing: Timing): Machine {
  if (was.on) {
    const since = verdict === 'good' ? (was.since ?? at) : null
    return since !== null && at - since >= timing.clearMs
      ? { ...was, on: false, since: null, window: 0, flips: [...was.flips, at] }
      : { ...was, since }
  }
  const bad = verdict === 'bad'
  const window = ((was.window << 1) | Number(bad)) & ((1 << timing.last) - 1)
  const since = bad ? (was.since ?? at) : null
  return since !== null && ones(window) >= timing.bad && at - since >= timing.forMs
    ? { ...was, on: true, since: null, window: 0, flips: [...was.flips, at] }
    : { ...was, since, window }
}

/** A flapping condition stays raised until it settles. */
function flapped(
  next: Machine,
  { at, interval, flapAbove }: { at: number; interval: number; flapAbove: number | undefined },
  transitions: Transition[],
): Machine {
  const flapping = isFlapping(next.flapping, flapShare(next.flips, at, interval), flapAbove)
  const raised = next.on || (flapping && next.raised)
  if (raised && !next.raised) transitions.push('raised')
  if (flapping && !next.flapping) transitions.push('flapping')
  if (!flapping && next.flapping) transitions.push('settled')
  if (!raised && next.raised) transitions.push('cleared')
  return flapping === next.flapping && raised === next.raised ? next : { ...next, flapping, raised }
}

function withoutData(was: Machine, at: number, interval: number): Step {
  if (was.raised)
    return was.missing !== null
      ? { machine: was, transitions: nothing }
      : { machine: { ...was, since: null, missing: at, at }, transitions: ['no_data'] }
  // What was pending is not known any more.
  return settledStep(was, { ...was, since: null, window: 0 }, at, interval, nothing)
}

function settledStep(
  was: Machine,
  next: Machine,
  at: number,
  interval: number,
  transitions: readonly Transition[],
): Step {
  const flips = recentFlips(next.flips, at, interval)
  if (!next.on && !next.raised && next.since === null && next.window === 0 && flips.length === 0)
    return { machine: null, transitions }
  const same =
    transitions.length === 0 &&
    next.on === was.on &&
    next.since === was.since &&
    next.window === was.window &&
    next.missing === was.missing
  return { machine: same ? was : { ...next, flips, at }, transitions }
}

function ones(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
