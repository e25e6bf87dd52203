import type { Language } from '@netward/phrases'
import { useLanguage } from './preferences.ts'
import { useTimeZone } from './time-zone.ts'

type Moment = string | number | Date

/** Dates, numbers and sizes in the user's language and time zone. */
export interface Format {
  /** `2026-11-21 09:05:07` in both languages: easy for operators to compare and sort by eye. */
  readonly dateTime: (value: Moment | null) => string
  readonly date: (value: Moment | null) => string
  /** With its zone: `2026-11-21 09:05:07 UTC+08:00`. */
  readonly zoned: (value: Moment) => string
  /** "5 minutes ago", "5 分钟前"; `null` within a minute, for the caller's own phrase. */
  readonly relative: (value: Moment, now?: number) => string | null
  readonly number: (value: number) => string
  /** IEC units: 1 KiB is 1024 bytes. */
  readonly bytes: (value: number) => string
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const dash = '—'

const two = (value: number) => String(value).padStart(2, '0')
const parse = (value: Moment) => (value instanceof Date ? value : new Date(value))

/** A space between digits and Chinese, as in the phrases. */
const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ')

interface Clock {
  readonly day: (at: Date) => string
  readonly moment: (at: Date) => string
  readonly zone: (at: Date) => string
}

/** In the browser's zone: thousands of rows need it, and no formatter is as fast. */
const browserClock: Clock = {
  day: (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
  moment: (at) =>
    `${browserClock.day(at)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  zone(at) {
    const minutes = -at.getTimezoneOffset()
    const size = Math.abs(minutes)
    return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  },
}

function clockIn(timeZone: string): Clock {
  // Swedish dates are ISO dates.
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const times = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' })
  const offsets = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return {
    day: (at) => days.format(at),
    moment: (at) => `${days.format(at)} ${times.format(at)}`,
    zone(at) {
      const named = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      return named === 'GMT' ? 'UTC+00:00' : named.replace('GMT', 'UTC')
    },
  }
}

const known = (value: Moment | null, show: (at: Date) => string) => {
  if (value === null) return dash
  const at = parse(value)
  return Number.isNaN(at.getTime()) ? dash : show(at)
}

function makeFormat(language: Language, { day, moment, zone }: Clock): Format {
  const locale = language === 'zh' ? 'zh-CN' : 'en-US'
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const number = new Intl.NumberFormat(locale)
  return {
    dateTime: (value) => known(value, moment),
    date: (value) => known(value, day),
    zoned: (value) => known(value, (at) => `${moment(at)} ${zone(at)}`),
    relative(value, now = Date.now()) {
      const seconds = (parse(value).getTime() - now) / 1000
      for (const [unit, size] of steps) {
        if (Math.abs(seconds) >= size) return spaced(relative.format(Math.trunc(seconds / size), unit))
      }
      return null
    },
    number: (value) => number.format(value),
    bytes(value) {
      const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
      const power = Math.min(Math.floor(Math.log2(Math.max(Math.abs(value), 1)) / 10), units.length - 1)
      const scaled = value / 1024 ** power
      return `${scaled >= 100 || power === 0 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`
    },
  }
}

const formats = new Map<string, Format>()

/** `timeZone` null: that of the browser. */
export function formatFor(language: Language, timeZone: string | null = null): Format {
  const key = `${language} ${timeZone ?? ''}`
  const made = formats.get(key) ?? makeFormat(language, timeZone === null ? browserClock : clockIn(timeZone))
  formats.set(key, made)
  return made
}

export const useFormat = (): Format => formatFor(useLanguage(), useTimeZone())
