export type DateKind = 'date' | 'moment' | 'time'

/** How a field displays its value, in both languages, like all dates in the console. */
export const shownFormats = {
  date: 'YYYY-MM-DD',
  moment: 'YYYY-MM-DD HH:mm',
  time: 'HH:mm',
} as const satisfies Record<DateKind, string>

/** A form's time without a zone, as if in UTC; null: empty or invalid. */
export function heldTime(held: string, kind: DateKind): Date | null {
  const at = new Date(kind === 'time' ? `1970-01-01T${held}Z` : kind === 'moment' ? `${held}Z` : held)
  return held === '' || Number.isNaN(at.getTime()) ? null : at
}

/** The inverse. */
export function heldText(at: Date, kind: DateKind): string {
  const iso = at.toISOString()
  return kind === 'time' ? iso.slice(11, 16) : iso.slice(0, kind === 'date' ? 10 : 16)
}

const widths = { date: [4, 2, 2], moment: [4, 2, 2, 2, 2], time: [2, 2] } as const

/**
 * Parses typed text into the form's format: its numbers from the year down, with any separators (`2026/3/5
 * 9:05`,
 * `2026年3月5日`), or zero-padded with none (`20260305`). A moment without a time is midnight. Undefined: not
 * recognised.
 */
export function readTyped(text: string, kind: DateKind): string | undefined {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return ''
  // Month names and AM/PM are not parsed, nor is the remainder without them.
  if (/\p{Script=Latin}(?!\d)/u.test(typed)) return undefined
  const numbers = numbersOf(typed, widths[kind])
  const held = heldOf(numbers, kind)
  const at = held === null ? null : heldTime(held, kind)
  // `Date` would read 31 February as a day in March.
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
  // Two-digit years are ambiguous, and so is the order of fields after them.
  if (kind !== 'time' && numbers[0]?.length !== 4) return null
  const padded = numbers.map((number) => number.padStart(2, '0'))
  if (kind === 'date') return padded.join('-')
  const time = padded.slice(-2).join(':')
  return kind === 'time' ? time : `${padded.slice(0, 3).join('-')}T${time}`
}

/** Largest first. */
const units = ['year', 'month', 'day', 'hour', 'minute'] as const
export type DateUnit = (typeof units)[number]

/** The part of the displayed date at a caret position: which one, and its start and end. */
export function partAt(caret: number, kind: DateKind): { unit: DateUnit; from: number; to: number } {
  const first = kind === 'time' ? 3 : 0
  const parts = [...shownFormats[kind].matchAll(/[A-Za-z]+/g)].map(({ 0: letters, index }, order) => ({
    unit: units[first + order] ?? 'day',
    from: index,
    to: index + letters.length,
  }))
  return parts.find(({ to }) => caret <= to) ?? { unit: 'day', from: 0, to: 0 }
}
