export type DateKind = 'date' | 'moment' | 'time'

/** How a field shows what it holds, in both languages, as all dates of the console are told. */
export const shownFormats = {
  date: 'YYYY-MM-DD',
  moment: 'YYYY-MM-DD HH:mm',
  time: 'HH:mm',
} as const satisfies Record<DateKind, string>

/** What a form holds as a time without a zone, kept as if it were in UTC; null: empty, or no time at all. */
export function heldTime(held: string, kind: DateKind): Date | null {
  const at = new Date(kind === 'time' ? `1970-01-01T${held}Z` : kind === 'moment' ? `${held}Z` : held)
  return held === '' || Number.isNaN(at.getTime()) ? null : at
}

/** The other way round. */
export function heldText(at: Date, kind: DateKind): string {
  const iso = at.toISOString()
  return kind === 'time' ? iso.slice(11, 16) : iso.slice(0, kind === 'date' ? 10 : 16)
}

const widths = { date: [4, 2, 2], moment: [4, 2, 2, 2, 2], time: [2, 2] } as const

/**
 * What somebody typed, as a form holds it: its numbers from the year down, with whatever between them (`2026/3/5 9:05`,
 * `2026年3月5日`), or with all their zeros and nothing (`20260305`). A moment without a time is midnight. Undefined:
 * something else.
 */
export function readTyped(text: string, kind: DateKind): string | undefined {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return ''
  // Names of months and halves of the day are not read, nor is what is left without them.
  if (/\p{Script=Latin}(?!\d)/u.test(typed)) return undefined
  const numbers = numbersOf(typed, widths[kind])
  const held = heldOf(numbers, kind)
  const at = held === null ? null : heldTime(held, kind)
  // The 31st of February is read as a day of March.
  if (at !== null && heldText(at, kind) === held) return held
  const day = kind === 'moment' ? readTyped(typed, 'date') : undefined
  return day === undefined ? undefined : `${day}T00:00`
}

function numbersOf(typed: string, of: readonly number[]): string[] {
  const numbers = typed.match(/\d+/g) ?? []
  const digits = numbers.join('')
  const ends = of.map((_, index) => of.slice(0, index + 1).reduce((sum, width) => sum + width, 0))
  if (numbers.length >= of.length || digits.length !== ends.at(-1)) return numbers
  return ends.map((end, index) => digits.slice(end - (of[index] ?? 0), end))
}

function heldOf(numbers: readonly string[], kind: DateKind): string | null {
  if (numbers.length !== widths[kind].length) return null
  // Two figures of a year are anybody's guess, and so is the order of what begins with them.
  if (kind !== 'time' && numbers[0]?.length !== 4) return null
  const padded = numbers.map((number) => number.padStart(2, '0'))
  if (kind === 'date') return padded.join('-')
  const time = padded.slice(-2).join(':')
  return kind === 'time' ? time : `${padded.slice(0, 3).join('-')}T${time}`
}

/** From the largest to the smallest. */
const units = ['year', 'month', 'day', 'hour', 'minute'] as const
export type DateUnit = (typeof units)[number]

/** The part of what is shown that stands at a place: which one, and from where to where. */
export function partAt(caret: number, kind: DateKind): { unit: DateUnit; from: number; to: number } {
  const first = kind === 'time' ? 3 : 0
  const parts = [...shownFormats[kind].matchAll(/[A-Za-z]+/g)].map(({ 0: letters, index }, order) => ({
    unit: units[first + order] ?? 'day',
    from: index,
    to: index + letters.length,
  }))
  return parts.find(({ to }) => caret <= to) ?? { unit: 'day', from: 0, to: 0 }
}
