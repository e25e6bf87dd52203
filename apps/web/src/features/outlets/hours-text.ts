import {
  type BusinessHours,
  clock,
  groupedDays,
  type Opening,
  parseHours,
} from '@netward/contract/business-hours'
import type { Language } from '@netward/phrases'
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useT } from '../../lib/use-t.ts'

const day = 1440

/** Names of the days, Monday first. */
export function dayNames(language: Language): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // 2024-01-01 is a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, 1 + index)))
}

/** Business hours as a sentence; invalid notation is shown as it is. */
export function hoursSentence(text: string, t: TFunction, language: Language): string {
  const hours = parseHours(text)
  if (hours === null) return text
  return [weekSentence(hours, t, dayNames(language)), exceptionsSentence(hours, t)]
    .filter((part) => part !== '')
    .join(t('outlets.hours.end'))
}

export function useHoursText(): (text: string) => string {
  const t = useT()
  const language = useLanguage()
  return useMemo(() => (text) => hoursSentence(text, t, language), [t, language])
}

function weekSentence({ week }: BusinessHours, t: TFunction, names: readonly string[]): string {
  const groups = groupedDays(week)
  const closed = groupedDays(week.map((openings) => (openings.length === 0 ? [{ from: 0, to: day }] : [])))
  if (groups.length === 0) return t('outlets.hours.never')
  const days = (runs: (typeof groups)[number]['runs']) =>
    runs[0]?.[0] === 0 && runs[0][1] === 6
      ? t('outlets.hours.daily')
      : runs.map((run) => runText(run, t, names)).join(t('outlets.hours.between'))
  const rules = groups.map(({ runs, openings }) => {
    const always = openings[0]?.from === 0 && openings[0].to === day
    return always && days(runs) === t('outlets.hours.daily')
      ? t('outlets.hours.always')
      : t('outlets.hours.rule', { days: days(runs), times: timesText(openings, t) })
  })
  const off = closed.map(({ runs }) => t('outlets.hours.off', { days: days(runs) }))
  return [...rules, ...off].join(t('outlets.hours.end'))
}

function runText([from, to]: readonly [number, number], t: TFunction, names: readonly string[]): string {
  const [first = '', last = ''] = [names[from], names[to]]
  if (from === to) return first
  return to === from + 1
    ? [first, last].join(t('outlets.hours.between'))
    : t('outlets.hours.days', { from: first, to: last })
}

function exceptionsSentence({ exceptions }: BusinessHours, t: TFunction): string {
  if (exceptions.length === 0) return ''
  const rules = exceptions.map(({ from, to, openings }) => {
    const dates = from === to ? from : t('outlets.hours.dates', { from, to })
    return openings.length === 0
      ? t('outlets.hours.offOn', { dates })
      : t('outlets.hours.rule', { days: dates, times: timesText(openings, t) })
  })
  return t('outlets.hours.except', { rules: rules.join(t('outlets.hours.between')) })
}

function timesText(openings: readonly Opening[], t: TFunction): string {
  return openings
    .map(({ from, to }) => {
      const end = to > day ? t('outlets.hours.nextDay', { time: clock(to - day) }) : clock(to)
      return `${clock(from)}–${end}`
    })
    .join(t('outlets.hours.between'))
}
