import type { ServicePeriod } from '@netward/contract/service-report-values'

/** Days as `2026-11-01`, the last one included. */
export interface Days {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const parse = (day: string): Date => new Date(`${day}T00:00:00Z`)
const format = (date: Date): string => date.toISOString().slice(0, 10)
const plusDays = (day: string, count: number): string =>
  format(new Date(parse(day).getTime() + count * dayMs))
const plusMonths = (day: string, count: number): string => {
  const date = parse(day)
  return format(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)))
}

/** The first day after a period that begins on `from`. */
function after(period: ServicePeriod, from: string): string {
  if (period === 'weekly') return plusDays(from, 7)
  return plusMonths(from, period === 'monthly' ? 1 : 3)
}

/** Whether a week (from Monday, ISO 8601), a month or a quarter begins on that day. */
export function begins(period: ServicePeriod, day: string): boolean {
  const date = parse(day)
  if (period === 'weekly') return date.getUTCDay() === 1
  return date.getUTCDate() === 1 && (period === 'monthly' || date.getUTCMonth() % 3 === 0)
}

/** The period that begins on that day. */
export const periodFrom = (period: ServicePeriod, from: string): Days => ({
  from,
  to: plusDays(after(period, from), -1),
})

/** The period of the same kind that ends before that day. */
export function periodBefore(period: ServicePeriod, from: string): Days {
  const start = period === 'weekly' ? plusDays(from, -7) : plusMonths(from, period === 'monthly' ? -1 : -3)
  return { from: start, to: plusDays(from, -1) }
}

/** The first day after the period that contains `day`: its report can be made then. */
export function nextBoundary(period: ServicePeriod, day: string): string {
  const date = parse(day)
  if (period === 'weekly') return plusDays(day, 7 - ((date.getUTCDay() + 6) % 7))
  const month = date.getUTCMonth()
  const start = Date.UTC(date.getUTCFullYear(), period === 'monthly' ? month : month - (month % 3), 1)
  return after(period, format(new Date(start)))
}
