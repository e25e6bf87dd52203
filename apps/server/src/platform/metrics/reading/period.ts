const day = 86_400_000

/**
 * By how many days the period before is earlier (operations.md §1): a whole week for ranges up to 7 days, so that weekdays
 * meet; for longer ones as many months as the range covers, by the calendar of its time zone.
 */
export function beforeDays(from: number, to: number, timeZone: string): number {
  const days = (to - from) / day
  if (days <= 7) return 7
  // February and a month of 31 days are one month each.
  const months = Math.max(1, Math.round(days / 30.44))
  const [year, month, date] = localDate(from, timeZone)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const earlier = Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))
  return Math.round((Date.UTC(year, month - 1, date) - earlier) / day)
}

/** Year, month from 1, day. */
function localDate(at: number, timeZone: string): [number, number, number] {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at).split('-')
  return parts.map(Number) as [number, number, number]
}
