import { eventLimits } from '@netward/contract/alarm-events'
import { type Machine, quiet, type Step, step } from './machine.ts'

/** When events raise and clear. Times in milliseconds. */
export interface EventTiming {
  /** So many events raise it, the first at most this long before the last; 0: one is enough. */
  readonly count: number
  readonly withinMs: number
  /** Cleared after so long without another one; 0: only by a clearing event. */
  readonly quietMs: number
  /** As of `Timing`. */
  readonly flapAbove?: number
}

/** An event that a rule matches, one that clears, or time alone. */
export type EventKind = 'match' | 'clear' | 'time'

const atOnce = { forMs: 0, bad: 1, last: 1, clearMs: 0 }

/**
 * Advances a condition over events. What counts as one value of the machine is whether enough of them came: flapping and the
 * rest are those of values. Events come in the order of their arrival, so that one in the same millisecond as the last counts too.
 *
 * @param interval as of `step`
 */
export function stepEvent(
  before: Machine | null,
  event: { readonly at: number; readonly kind: EventKind },
  { count, withinMs, quietMs, ...flap }: EventTiming,
  interval: number,
): Step {
  const { kind } = event
  const at = Math.max(event.at, (before?.at ?? 0) + 1)
  const recent = (before?.events ?? []).filter((one) => before?.raised === true || at - one < withinMs)
  const events =
    kind === 'clear' ? [] : kind === 'match' ? [...recent, at].slice(-eventLimits.events) : recent
  const isQuiet = quietMs > 0 && kind === 'time' && at - (events.at(-1) ?? 0) >= quietMs
  const isOn = before?.on === true ? kind !== 'clear' && !isQuiet : events.length >= count
  const result = step(before, { at, verdict: isOn ? 'bad' : 'good' }, { ...atOnce, ...flap }, interval)
  const { machine, transitions } = result
  const kept = isQuiet ? [] : events
  if (machine === null)
    return kept.length === 0 ? result : { machine: { ...quiet, at, events: kept }, transitions }
  if (machine === before && kept.length === (before.events?.length ?? 0) && kind !== 'match') return result
  return { machine: { ...machine, at, events: kept }, transitions }
}

/** When time alone may change the condition; infinity: never. */
export function eventDue(
  machine: Machine,
  { withinMs, quietMs }: EventTiming,
  now: number,
  interval: number,
): number {
  const last = machine.events?.at(-1)
  // One that flaps settles by itself, and the changes of one that is over count for a while.
  const settles = machine.flapping || (!machine.on && machine.flips.length > 0) ? now + interval : Infinity
  const lasts = machine.on ? quietMs : withinMs
  return Math.min(settles, last === undefined || lasts === 0 ? Infinity : last + lasts)
}
