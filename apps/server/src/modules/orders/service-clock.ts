import type { ServiceCalendar, ServiceTarget } from '@netward/contract/work-order-values'
import { type Holiday } from '../rotas/index.ts'
import { dayIn, dayMs, dayNumber, instantIn, shiftAt, weekdayOf } from '../../platform/zone.ts'

/** Moments in milliseconds. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** A time that does not count; open while it lasts. */
export interface Pause {
  readonly from: number
  readonly to: number | null
}

export interface ClockRun {
  /** When the target is used up; null: never as things are, since the clock stands or has no hours. */
  readonly at: number | null
  /** What counts up to then, in order, and apart from each other. */
  readonly counted: readonly Interval[]
}

/** Of a day: a public holiday, worked instead of one, or neither. */
export type KindOfDay = (day: number) => 'off' | 'worked' | undefined

export function kindOfDays(holidays: readonly Holiday[]): KindOfDay {
  const kinds = new Map(holidays.map(({ day, off }) => [dayNumber(day), off ? 'off' : 'worked'] as const))
  return (day) => kinds.get(day)
}

const minuteMs = 60_000
/** A target that is not used up by then has no deadline: its calendar has hardly any hours. */
const mostDays = 500

/**
 * The deadline of a target: a pure function of calendar, target and ledger. A minute counts if the clock on the wall of the
 * calendar's zone stands within its service hours: an hour that is skipped in spring does not exist, and one that comes
 * twice in autumn counts twice.
 */
export function runClock(
  calendar: ServiceCalendar,
  kindOf: KindOfDay,
  { minutes, always }: ServiceTarget,
  start: number,
  pauses: readonly Pause[],
): ClockRun {
  const counted: Interval[] = []
  let left = minutes * minuteMs
  for (const window of always ? [{ from: start, to: Infinity }] : windowsFrom(calendar, kindOf, start))
    for (const span of without(window, pauses)) {
      if (span.to - span.from >= left) {
        counted.push({ from: span.from, to: span.from + left })
        return { at: span.from + left, counted }
      }
      counted.push(span)
      left -= span.to - span.from
    }
  return { at: null, counted }
}

/** When a part of the target is used up, of which the run counts all. */
export function momentOf({ counted }: ClockRun, minutes: number, percent: number): number | null {
  let left = (minutes * minuteMs * percent) / 100
  for (const { from, to } of counted) {
    if (to - from >= left) return from + left
    left -= to - from
  }
  return null
}

/** Service time of a target between two moments, in milliseconds. */
export function usedBetween(
  calendar: ServiceCalendar,
  kindOf: KindOfDay,
  always: boolean,
  start: number,
  end: number,
  pauses: readonly Pause[],
): number {
  let used = 0
  for (const window of always ? [{ from: start, to: end }] : windowsFrom(calendar, kindOf, start)) {
    if (window.from >= end) break
    for (const span of without({ from: window.from, to: Math.min(window.to, end) }, pauses))
      used += span.to - span.from
  }
  return used
}

/** Service hours from a moment on, in order. */
function* windowsFrom(calendar: ServiceCalendar, kindOf: KindOfDay, start: number): Generator<Interval> {
  const first = dayIn(calendar.timeZone, start)
  for (let day = first; day < first + mostDays; day += 1)
    for (const { from, to } of windowsOf(calendar, kindOf, day))
      if (to > start) yield { from: Math.max(from, start), to }
}

/** Service hours of a day; of a weekend that is worked instead of a holiday those of Monday. */
function windowsOf(calendar: ServiceCalendar, kindOf: KindOfDay, day: number): Interval[] {
  const kind = calendar.holidays === 'off' ? kindOf(day) : undefined
  if (kind === 'off') return []
  const weekday = weekdayOf(day)
  const hours = rangesOf(calendar, kind === 'worked' && weekday > 5 ? 1 : weekday)
  const { timeZone } = calendar
  const shift = shiftOf(timeZone, day - 1)
  if (shift === shiftOf(timeZone, day + 2))
    return hours.map(({ from, to }) => ({
      from: day * dayMs + from * minuteMs - shift,
      to: day * dayMs + to * minuteMs - shift,
    }))
  return minuteByMinute(timeZone, day, hours)
}

const shifts = new Map<string, number>()
const mostShifts = 20_000

/** Formatting a moment is slow, and orders of one calendar ask for the same days. */
function shiftOf(timeZone: string, day: number): number {
  const key = `${timeZone} ${day}`
  const known = shifts.get(key)
  if (known !== undefined) return known
  if (shifts.size >= mostShifts) shifts.clear()
  const shift = shiftAt(timeZone, day * dayMs)
  shifts.set(key, shift)
  return shift
}

/** Near a change of the clocks: each minute by itself. */
function minuteByMinute(
  timeZone: string,
  day: number,
  hours: readonly { from: number; to: number }[],
): Interval[] {
  const found: Interval[] = []
  const end = instantIn(timeZone, day + 1, 0) + 180 * minuteMs
  for (let at = instantIn(timeZone, day, 0) - 180 * minuteMs; at < end; at += minuteMs) {
    const minute = Math.floor((at + shiftAt(timeZone, at)) / minuteMs) - day * 1440
    if (!hours.some(({ from, to }) => minute >= from && minute < to)) continue
    const last = found.at(-1)
    if (last?.to === at) found[found.length - 1] = { from: last.from, to: at + minuteMs }
    else found.push({ from: at, to: at + minuteMs })
  }
  return found
}

/** Ranges of a weekday in order; those that touch are one. */
function rangesOf({ hours }: ServiceCalendar, weekday: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const { from, to } of hours
    .filter(({ day }) => day === weekday)
    .toSorted((one, other) => one.from - other.from)) {
    const last = ranges.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else ranges.push({ from, to })
  }
  return ranges
}

function* without(window: Interval, pauses: readonly Pause[]): Generator<Interval> {
  let { from } = window
  for (const pause of pauses.toSorted((one, other) => one.from - other.from)) {
    const end = pause.to ?? Infinity
    if (end <= from || pause.from >= window.to) continue
    if (pause.from > from) yield { from, to: pause.from }
    from = end
  }
  if (from < window.to) yield { from, to: window.to }
}
