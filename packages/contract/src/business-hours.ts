/**
 * Business hours of an outlet, without a library: used by forms, imports and everything that waits for a
 * closed shop. The notation is a subset of OpenStreetMap's opening_hours: rules separated by `;`, where a
 * later rule overrides an earlier one on its days:
 *
 *   Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-16:00 days in no rule are closed
 *   Fr,Sa 18:00-02:00 over midnight: belongs to the day on which it begins
 *   09:00-22:00 every day
 *   24/7 always
 *   2026-10-01/2026-10-07 off; 2026-12-31 09:00-15:00 exceptions by date (ISO 8601), before all weekdays
 *
 * Chinese day names (周一至周五, 每天) and full-width signs are accepted, but not written.
 */

/** Minutes after midnight of the day on which it begins: 0 ≤ from < 1440, from < to ≤ from + 1440. */
export interface Opening {
  readonly from: number
  readonly to: number
}

export interface HoursException {
  /** `2026-10-01`, inclusive. */
  readonly from: string
  readonly to: string
  /** Empty: closed. */
  readonly openings: readonly Opening[]
}

export interface BusinessHours {
  /** Seven days, Monday first; none: closed. */
  readonly week: readonly (readonly Opening[])[]
  /** The last exception that covers a date decides. */
  readonly exceptions: readonly HoursException[]
}

export const hoursLimit = 500
const day = 1440
const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

/** The hours of a text; null when it is not understood. */
export function parseHours(text: string): BusinessHours | null {
  if (text.length > hoursLimit) return null
  const week: (readonly Opening[])[] = dayNames.map(() => [])
  const exceptions: HoursException[] = []
  const rules = plain(text).split(';')
  for (const rule of rules.at(-1) === '' ? rules.slice(0, -1) : rules) {
    if (rule === '24/7') {
      for (const index of week.keys()) week[index] = [{ from: 0, to: day }]
      continue
    }
    const [, when = '', what = ''] = /^(.*?) ?(off|\d\d?:[\d:, -]*)$/.exec(rule) ?? []
    const openings = what === 'off' ? [] : openingsOf(what)
    const dates = datesOf(when)
    const days = dates === null ? daysOf(when) : []
    if (openings === null || days === null || rule === '' || (rule === 'off' && when === '')) return null
    if (dates !== null) exceptions.push({ ...dates, openings })
    for (const index of days) week[index] = openings
  }
  return rules.join('') === '' ? null : { week, exceptions }
}

const words: readonly (readonly [RegExp, string])[] = [
  [/[；\n]+/g, ';'],
  [/[，、]/g, ','],
  [/：/g, ':'],
  [/[–—－~～至到]/g, '-'],
  [/每天|每日/g, 'Mo-Su '],
  [/工作日/g, 'Mo-Fr '],
  [/周末/g, 'Sa,Su '],
  [/全天/g, '00:00-24:00'],
  [/休息|不营业|\b(?:off|closed)\b/gi, 'off'],
  ...'一二三四五六日'
    .split('')
    .map((word, index): readonly [RegExp, string] => [
      new RegExp(`(?:周|星期|礼拜)${word === '日' ? '[日天]' : word}`, 'g'),
      `${dayNames[index] ?? ''} `,
    ]),
]

/** The text in the signs of the notation, with single blanks. */
function plain(text: string): string {
  let result = text
  for (const [pattern, replacement] of words) result = result.replace(pattern, replacement)
  return result
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([;,-]) ?/g, '$1')
    .replaceAll(
      /\b([mtwfs])([ouehra])[a-z]{0,7}\b/gi,
      (_, first: string, second: string) => first.toUpperCase() + second.toLowerCase(),
    )
    .trim()
}

function openingsOf(text: string): readonly Opening[] | null {
  const openings = text.split(',').map((one): Opening | null => {
    const [, h1, m1, h2, m2] = /^(\d\d?):(\d\d)-(\d\d?):(\d\d)$/.exec(one) ?? []
    const [from, end] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)]
    if (!(from < day && end <= day && Number(m1) < 60 && Number(m2) < 60)) return null
    return { from, to: end <= from ? end + day : end }
  })
  if (openings.length > 6 || openings.includes(null)) return null
  const sorted = (openings as Opening[]).toSorted((a, b) => a.from - b.from)
  // Two openings at one time are a mistake; one that continues into the next day may meet that day's.
  return sorted.some(({ from }, index) => index > 0 && from < (sorted[index - 1]?.to ?? 0)) ? null : sorted
}

/** Indexes of days; no names mean every day. */
function daysOf(text: string): readonly number[] | null {
  if (text === '') return dayNames.map((_, index) => index)
  const days: number[] = []
  for (const part of text.split(',')) {
    const [first = '', last = first, ...more] = part.split('-')
    const [from, to] = [dayNames.indexOf(first as 'Mo'), dayNames.indexOf(last as 'Mo')]
    if (from < 0 || to < 0 || more.length > 0) return null
    // Sa-Mo wraps around the end of the week.
    for (let index = from; ; index = (index + 1) % 7) {
      days.push(index)
      if (index === to) break
    }
  }
  return days
}

function datesOf(text: string): { from: string; to: string } | null {
  const [, from, to = from] = /^(\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d))?$/.exec(text) ?? []
  if (from === undefined || to === undefined || !isDate(from) || !isDate(to) || to < from) return null
  return { from, to }
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export interface DayGroup {
  /** Runs of days, `[0, 4]` is Monday to Friday. */
  readonly runs: readonly (readonly [from: number, to: number])[]
  readonly openings: readonly Opening[]
}

/** Days with the same hours, grouped in the order of the week. Closed days are in no group. */
export function groupedDays(week: BusinessHours['week']): readonly DayGroup[] {
  const groups = new Map<string, { runs: [number, number][]; openings: readonly Opening[] }>()
  for (const [index, openings] of week.entries()) {
    if (openings.length === 0) continue
    const group = groups.get(openingsText(openings)) ?? { runs: [], openings }
    groups.set(openingsText(openings), group)
    const last = group.runs.at(-1)
    if (last?.[1] === index - 1) last[1] = index
    else group.runs.push([index, index])
  }
  return [...groups.values()]
}

/** The hours in canonical notation: equal hours give equal text. */
export function hoursText({ week, exceptions }: BusinessHours): string {
  const groups = groupedDays(week)
  const always = groups.length === 1 && week.every((openings) => openingsText(openings) === '00:00-24:00')
  const weekly = groups.map(({ runs, openings }) => {
    const days = runs.map(([from, to]) => [...new Set([dayNames[from], dayNames[to]])].join('-'))
    return `${days.join(',')} ${openingsText(openings)}`
  })
  const dated = exceptions.map(
    ({ from, to, openings }) =>
      `${from === to ? from : `${from}/${to}`} ${openings.length === 0 ? 'off' : openingsText(openings)}`,
  )
  // No open day has a text too.
  return [...(always ? ['24/7'] : groups.length === 0 ? ['Mo-Su off'] : weekly), ...dated].join('; ')
}

export function openingsText(openings: readonly Opening[]): string {
  return openings.map(({ from, to }) => `${clock(from)}-${clock(to > day ? to - day : to)}`).join(',')
}

/** `09:05`; the end of a day is 24:00. */
export function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
