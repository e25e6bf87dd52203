import type { ServicePeriod } from '@netward/contract/service-report-values'
import { dateOf, dayMs, daysAfter, dayNumber, weekdayOf } from '../../platform/zone.ts'

/** Days as `2026-11-01`, the last one included. */
export interface Days {
  readonly from: string
  readonly to: string
}

const parse = (day: string): Date => new Date(`${day}T00:00:00Z`)
const firstOf = (year: number, month: number): string => dateOf(Date.UTC(year, month, 1) / dayMs)
const plusMonths = (day: string, count: number): string => {
  const date = parse(day)
  return firstOf(date.getUTCFullYear(), date.getUTCMonth() + count)
}

/** The first day after a period that begins on `from`. */
function after(period: ServicePeriod, from: string): string {
  if (period === 'weekly') return daysAfter(from, 7)
  return plusMonths(from, period === 'monthly' ? 1 : 3)
}

/** Whether a week (from Monday, ISO 8601), a month or a quarter begins on that day. */
export function begins(period: ServicePeriod, day: string): boolean {
  const date = parse(day)
  if (period === 'weekly') return weekdayOf(dayNumber(day)) === 1
  return date.getUTCDate() === 1 && (period === 'monthly' || date.getUTCMonth() % 3 === 0)
}

/** The period that begins on that day. */
export const periodFrom = (period: ServicePeriod, from: string): Days => ({
  from,
  to: daysAfter(after(period, from), -1),
})

/** The period of the same kind that ends before that day. */
export function periodBefore(period: ServicePeriod, from: string): Days {
  const start = period === 'weekly' ? daysAfter(from, -7) : plusMonths(from, period === 'monthly' ? -1 : -3)
  return { from: start, to: daysAfter(from, -1) }
}

/** The first day after the period that contains `day`: its report can be made then. */
export function nextBoundary(period: ServicePeriod, day: string): string {
  const date = parse(day)
  if (period === 'weekly') return daysAfter(day, 8 - weekdayOf(dayNumber(day)))
  const month = date.getUTCMonth()
  return after(period, firstOf(date.getUTCFullYear(), period === 'monthly' ? month : month - (month % 3)))
}
