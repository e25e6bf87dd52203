import type { BusinessHours, Opening } from './business-hours.ts'

/**
 * When an outlet is open, in its own time zone (IANA name). At clock changes, a time that occurs twice opens
 * with the first and closes with the second, and a skipped one is read by the clock before and after alike,
 * so that a wait is rather too long than too short.
 */

const minuteMs = 60_000
const dayMs = 86_400_000
/** Search horizon: the week repeats, and later dates are unknown. */
const horizonDays = 400

export function isOpen(hours: BusinessHours, zone: string, instant: Date): boolean {
  const at = instant.getTime()
  const today = dateIn(zone, at)
  // An opening of yesterday may last into today; a clock change may lengthen it.
  return [-2, -1, 0].some((step) =>
    openSpans(hours, zone, today + step * dayMs).some(({ start, end }) => start <= at && at < end),
  )
}

/**
 * The first time at or after `from` at which the outlet is closed for `minutes` without a break; `end`: when
 * it reopens, null if not within 400 days. Null: none.
 */
export function nextClosedWindow(
  hours: BusinessHours,
  zone: string,
  from: Date,
  minutes: number,
): { start: Date; end: Date | null } | null {
  const wanted = minutes * minuteMs
  const first = dateIn(zone, from.getTime()) - 2 * dayMs
  let start = from.getTime()
  // Each day's openings begin after those of the day before; the last of one may reach into the next.
  for (let step = 0; step <= horizonDays; step += 1) {
    for (const span of openSpans(hours, zone, first + step * dayMs)) {
      if (span.start - start >= wanted) return { start: new Date(start), end: new Date(span.start) }
      start = Math.max(start, span.end)
    }
  }
  const known = first + horizonDays * dayMs
  return known - start >= wanted ? { start: new Date(start), end: null } : null
}

/** From and to in milliseconds of the openings of a date (as midnight UTC). */
function openSpans(hours: BusinessHours, zone: string, date: number): { start: number; end: number }[] {
  return openingsOn(hours, date).map(({ from, to }) => ({
    start: Math.min(...instantsOf(zone, date + from * minuteMs)),
    end: Math.max(...instantsOf(zone, date + to * minuteMs)),
  }))
}

function openingsOn({ week, exceptions }: BusinessHours, date: number): readonly Opening[] {
  const at = new Date(date)
  const text = at.toISOString().slice(0, 10)
  const exception = exceptions.findLast(({ from, to }) => from <= text && text <= to)
  return exception?.openings ?? week[(at.getUTCDay() + 6) % 7] ?? []
}

/** The instants at which clocks show a local time (given as if it were UTC): two around a clock change. */
function instantsOf(zone: string, local: number): readonly number[] {
  const both = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)].map((offset) => local - offset)
  const shown = both.filter((instant) => instant + offsetAt(zone, instant) === local)
  return shown.length > 0 ? shown : both
}

/** Midnight UTC of the date that a calendar in the zone shows. */
function dateIn(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / dayMs) * dayMs
}

/** Clocks change at full quarters of an hour only. */
const quarterMs = 15 * minuteMs
/** A search through a year asks for thousands of offsets, and many outlets share a zone; about 5 MB. */
const maxOffsets = 50_000
const offsets = new Map<string, Map<number, number>>()
let kept = 0

/** Offset of a zone from UTC in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / quarterMs) * quarterMs
  const known = offsets.get(zone)?.get(quarter)
  if (known !== undefined) return known
  const offset = askedOffset(zone, quarter)
  if (kept >= maxOffsets) {
    offsets.clear()
    kept = 0
  }
  offsets.set(zone, (offsets.get(zone) ?? new Map<number, number>()).set(quarter, offset))
  kept += 1
  return offset
}

const formats = new Map<string, Intl.DateTimeFormat>()

function askedOffset(zone: string, instant: number): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}
