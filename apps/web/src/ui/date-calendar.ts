import type generatePicker from 'antd/es/date-picker/generatePicker'
import { clockAt } from '../lib/wall-clock.ts'
import type { DateUnit } from './date-text.ts'

/** The date interface that the component library's picker requires. */
type Calendar = Parameters<typeof generatePicker<Date>>[0]

const languageOf = (locale: string) => (locale === 'zh_CN' ? 'zh-CN' : 'en-US')

const changed = (change: (copy: Date, value: number) => void) => (at: Date, value: number) => {
  const copy = new Date(at)
  change(copy, value)
  return copy
}

/** The 31st in a month of 30 days becomes the 30th. */
const setMonth = changed((copy, month) => {
  const last = new Date(Date.UTC(copy.getUTCFullYear(), month + 1, 0)).getUTCDate()
  copy.setUTCMonth(month, Math.min(copy.getUTCDate(), last))
})
const addMonth = (at: Date, months: number) => setMonth(at, at.getUTCMonth() + months)
const addYear = (at: Date, years: number) => addMonth(at, 12 * years)
const addDate = changed((copy, days) => copy.setUTCDate(copy.getUTCDate() + days))

/** Weeks begin on Monday, as for the opening hours of outlets. */
const weekStart = (at: Date) => addDate(at, -((at.getUTCDay() + 6) % 7))

/** ISO 8601: the week of its Thursday. */
function weekOf(at: Date): number {
  const thursday = addDate(weekStart(at), 3)
  return 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * 86_400_000))
}

function named(locale: string, how: Intl.DateTimeFormatOptions, of: readonly Date[]): string[] {
  const format = new Intl.DateTimeFormat(languageOf(locale), { ...how, timeZone: 'UTC' })
  return of.map((at) => format.format(at))
}

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1)))
/** From Sunday; 1 January 2023 was one. */
const weekDays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, day + 1)))

function formatted(at: Date, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = at
    .toISOString()
    .split(/[-T:.]/)
  const parts: Record<string, string> = {
    YYYY: year,
    MM: month,
    DD: day,
    D: String(at.getUTCDate()),
    HH: hour,
    mm: minute,
    ss: second,
  }
  return format.replaceAll(/YYYY|MM|DD?|HH|mm|ss/g, (part) => parts[part] ?? part)
}

/**
 * Form times have no zone until they are sent, so they are kept as if in UTC. In the browser's zone, the
 * component library's default, an hour skipped by a clock change cannot be represented, and today is a
 * different day.
 */
export const calendar: Calendar = {
  getNow: () => new Date(`${clockAt(new Date())}Z`),
  getFixedDate: (day) => new Date(day),
  getEndDate: (at) => addDate(addMonth(changed((copy) => copy.setUTCDate(1))(at, 0), 1), -1),
  getWeekDay: (at) => at.getUTCDay(),
  getYear: (at) => at.getUTCFullYear(),
  getMonth: (at) => at.getUTCMonth(),
  getDate: (at) => at.getUTCDate(),
  getHour: (at) => at.getUTCHours(),
  getMinute: (at) => at.getUTCMinutes(),
  getSecond: (at) => at.getUTCSeconds(),
  getMillisecond: (at) => at.getUTCMilliseconds(),
  addYear,
  addMonth,
  addDate,
  setYear: (at, year) => addYear(at, year - at.getUTCFullYear()),
  setMonth,
  setDate: changed((copy, day) => copy.setUTCDate(day)),
  setHour: changed((copy, hour) => copy.setUTCHours(hour)),
  setMinute: changed((copy, minute) => copy.setUTCMinutes(minute)),
  setSecond: changed((copy, second) => copy.setUTCSeconds(second)),
  setMillisecond: changed((copy, millisecond) => copy.setUTCMilliseconds(millisecond)),
  isAfter: (one, other) => one > other,
  isValidate: (at) => !Number.isNaN(at.getTime()),
  locale: {
    getWeekFirstDay: () => 1,
    getWeekFirstDate: (_locale, at) => weekStart(at),
    getWeek: (_locale, at) => weekOf(at),
    getShortMonths: (locale) => named(locale, { month: 'short' }, months),
    getShortWeekDays: (locale) =>
      named(locale, { weekday: locale === 'zh_CN' ? 'narrow' : 'short' }, weekDays),
    format: (_locale, at, format) => formatted(at, format),
    // The field parses typed text (`readTyped`); here only text that is complete during typing.
    parse: (_locale, text, formats) => {
      const at = new Date(text.includes('-') ? `${text.replace(' ', 'T')}Z` : `1970-01-01T${text}Z`)
      const whole = !Number.isNaN(at.getTime()) && formats.some((format) => formatted(at, format) === text)
      return whole ? at : null
    },
  },
}

/** Adds a number of units; negative: subtracts. */
export function moved(at: Date, unit: DateUnit, by: number): Date {
  switch (unit) {
    case 'year':
      return addYear(at, by)
    case 'month':
      return addMonth(at, by)
    case 'day':
      return addDate(at, by)
    case 'hour':
      return new Date(at.getTime() + by * 3_600_000)
    case 'minute':
      return new Date(at.getTime() + by * 60_000)
  }
}
