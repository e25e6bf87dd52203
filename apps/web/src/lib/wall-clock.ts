import { timeZoneStore } from './time-zone.ts'

/** A chart asks for each of its points, and to make one takes long. */
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

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds; null: the zone of the browser. */
export function clockAhead(at: number, timeZone: string | null): number {
  const format = clocks.get(timeZone) ?? clockOf(timeZone)
  // Swedish times are ISO times but for the space.
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

/** The moment at which the person's clock shows this: `2026-11-22T08:30`, as fields of date and time hold it. */
export function instantOf(clock: string, timeZone = timeZoneStore.get()): string {
  const shown = Date.parse(`${clock}Z`)
  // Once more with what the clock is ahead then: it may be turned in between.
  return new Date(shown - clockAhead(shown - clockAhead(shown, timeZone), timeZone)).toISOString()
}

/** What the person's clock shows at a moment, to the minute. */
export function clockAt(at: Date, timeZone = timeZoneStore.get()): string {
  return new Date(at.getTime() + clockAhead(at.getTime(), timeZone)).toISOString().slice(0, 16)
}

/** What begins or ends on a day of a form does so with the day of the person's clock. */
export const startOfDay = (day: string, timeZone = timeZoneStore.get()): string =>
  instantOf(`${day}T00:00:00`, timeZone)
export const endOfDay = (day: string, timeZone = timeZoneStore.get()): string =>
  instantOf(`${day}T23:59:59`, timeZone)

/** A day as a field of a form holds it, so many days from now on the person's clock. */
export const dayIn = (days: number, timeZone = timeZoneStore.get()): string =>
  clockAt(new Date(Date.now() + days * 86_400_000), timeZone).slice(0, 10)
