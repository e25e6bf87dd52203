import { dayIn, dayMs, weekdayOf } from '../../../platform/zone.ts'

/** Now as a clock on the wall of a zone shows it. */
export function localNow(
  zone: string,
  at = Date.now(),
): { at: number; day: string; weekday: number; minute: number } {
  const day = dayIn(zone, at)
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .split(':')
    .map(Number)
  return {
    at,
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    weekday: weekdayOf(day),
    minute: hour * 60 + minute,
  }
}
