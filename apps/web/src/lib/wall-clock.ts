import { timeZoneStore } from './time-zone.ts'

/** A chart needs one per point, and creating it is slow. */
const clocks = new Map<string | null, Intl.DateTimeFormat>()

function clockOf(timeZone: string | null): Intl.DateTimeFormat {
  const made = new Intl.DateTimeFormat('sv-SE', {
    ...(timeZone !== null && { timeZone }),
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  clocks.set(timeZone, made)
  return made
}

/** A zone's UTC offset at a moment, in milliseconds; null: the browser's zone. */
export function clockAhead(at: number, timeZone: string | null): number {
  const format = clocks.get(timeZone) ?? clockOf(timeZone)
  // Swedish times are ISO times except for the space.
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

/** The moment of a local time in the user's zone: `2026-11-22T08:30`, as date and time fields hold it. */
export function instantOf(clock: string, timeZone = timeZoneStore.get()): string {
  const shown = Date.parse(`${clock}Z`)
  // Again with the offset at the result: the clock may change in between.
  return new Date(shown - clockAhead(shown - clockAhead(shown, timeZone), timeZone)).toISOString()
}

/** Local time at a moment in the user's zone, to the minute. */
export function clockAt(at: Date, timeZone = timeZoneStore.get()): string {
  return new Date(at.getTime() + clockAhead(at.getTime(), timeZone)).toISOString().slice(0, 16)
}

/** A day in a form starts and ends in the user's time zone. */
export const startOfDay = (day: string, timeZone = timeZoneStore.get()): string =>
  instantOf(`${day}T00:00:00`, timeZone)
export const endOfDay = (day: string, timeZone = timeZoneStore.get()): string =>
  instantOf(`${day}T23:59:59`, timeZone)

/** A day as a form field holds it, a number of days from now in the user's time zone. */
export const dayIn = (days: number, timeZone = timeZoneStore.get()): string =>
  clockAt(new Date(Date.now() + days * 86_400_000), timeZone).slice(0, 10)
