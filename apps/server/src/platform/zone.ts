/** Days are counted since 1970-01-01, minutes from midnight by the clock of a zone. */

const minuteMs = 60_000
export const dayMs = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(zone, made)
  return made
}

/** Local time as if it were UTC, in milliseconds. */
function shown(zone: string, at: number): number {
  return Date.parse(`${clockOf(zone).format(at).replace(' ', 'T')}Z`)
}

/** How far the clock of a zone is ahead of UTC at a moment, in milliseconds. */
export const shiftAt = (zone: string, at: number): number => shown(zone, at) - Math.floor(at / 1000) * 1000

export const dayIn = (zone: string, at: number): number => Math.floor(shown(zone, at) / dayMs)

/** The moment of a local time. A time that a clock change skips is read by the clock before it. */
export function instantIn(zone: string, day: number, minute: number): number {
  const local = day * dayMs + minute * minuteMs
  return local - shiftAt(zone, local - shiftAt(zone, local))
}

export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** 1: Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** The date so many days later. */
export const daysAfter = (date: string, days: number): string => dateOf(dayNumber(date) + days)
