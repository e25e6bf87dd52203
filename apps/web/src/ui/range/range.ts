import type { Search } from '../../lib/search.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'

/** The ranges of specification §9; `today` is the calendar day of the reader's time zone. */
export const presets = ['12h', '24h', 'today', '3d', '7d'] as const
/** Of the operations centre too: a week begins on Monday. */
export const longPresets = ['30d', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', '12mo'] as const
type Preset = (typeof presets)[number] | (typeof longPresets)[number]

export interface Span {
  readonly from: number
  readonly to: number
}

/** What a person chose: one that moves with the clock, or one of their own. */
export type Range = { readonly kind: Preset } | ({ readonly kind: 'own' } & Span)

export interface RangeState {
  readonly range: Range
  /** A part of the range that all charts show; null: the whole range. */
  readonly zoom: Span | null
  /** Also the values of the period before. */
  readonly compare: boolean
}

const hourMs = 3_600_000
const lengths: Readonly<Record<string, number>> = {
  '12h': 12 * hourMs,
  '24h': 24 * hourMs,
  '3d': 72 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
  '12mo': 365 * 24 * hourMs,
}
/** Below this a chart has no more values to show: polls are 5 minutes apart, status a minute. */
const shortestMs = 10 * 60_000
/** A year; the server takes two days more (`longestRangeDays`). */
const longestMs = 365 * 24 * hourMs

export const isPreset = (text: unknown): text is Preset =>
  [...presets, ...longPresets].some((preset) => preset === text)

export function spanOf(range: Range, now: number, zone: string | null): Span {
  if (range.kind === 'own') return { from: range.from, to: range.to }
  const length = lengths[range.kind]
  if (length !== undefined) return { from: now - length, to: now }
  const { begins, ends } = calendarSpan(range.kind, clockAt(new Date(now), zone).slice(0, 10))
  const midnight = (day: string) => Date.parse(instantOf(`${day}T00:00:00`, zone))
  const from = midnight(begins)
  // A minute after midnight a day is too short to draw.
  return { from, to: ends === null ? Math.max(now, from + shortestMs) : midnight(ends) }
}

/** The days, of the reader's clock, with which a calendar range begins and the next one begins; null: it is not over. */
function calendarSpan(kind: Preset, today: string): { begins: string; ends: string | null } {
  const day = (year: number, month: number, date: number) =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  const at = new Date(`${today}T00:00:00Z`)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const monday = date - ((at.getUTCDay() + 6) % 7)
  if (kind === 'thisWeek') return { begins: day(year, month, monday), ends: null }
  if (kind === 'lastWeek') return { begins: day(year, month, monday - 7), ends: day(year, month, monday) }
  if (kind === 'thisMonth') return { begins: day(year, month, 1), ends: null }
  if (kind === 'lastMonth') return { begins: day(year, month - 1, 1), ends: day(year, month, 1) }
  return { begins: today, ends: null }
}

/** Whether the values still grow: such a range is read again every minute. */
export const followsClock = ({ range, zoom }: RangeState): boolean => zoom === null && range.kind !== 'own'

/** An own range that can be read: in order, not too short, not too long, and not in the future. */
export function ownRange(from: number, to: number, now: number): Range | null {
  const until = Math.min(to, now)
  const length = until - from
  if (!Number.isFinite(length) || length < shortestMs || length > longestMs) return null
  return { kind: 'own', from, to: until }
}

/** A part that was dragged over, widened where it is too narrow, inside its span. */
export function zoomTo({ from, to }: Span, a: number, b: number): Span {
  const middle = (a + b) / 2
  const half = Math.max(Math.abs(b - a), shortestMs) / 2
  const start = Math.max(from, Math.floor(middle - half))
  const end = Math.min(to, Math.ceil(middle + half))
  return { from: start, to: end }
}

/** The same length, earlier or later, not beyond now. */
export function moved({ from, to }: Span, by: -1 | 1, now: number): Span {
  const length = to - from
  const end = Math.min(to + by * length, now)
  return { from: end - length, to: end }
}

/** Twice as long around its middle, not beyond now. */
export function wider({ from, to }: Span, now: number): Span {
  const length = Math.min(2 * (to - from), longestMs)
  const end = Math.min((from + to) / 2 + length / 2, now)
  return { from: Math.round(end - length), to: Math.round(end) }
}

const instant = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : Number.NaN)
const iso = (at: number) => new Date(at).toISOString()

/** Reads the state from an address; null for the range where it says none. */
export function readRange(search: Search, now: number): { [K in keyof RangeState]: RangeState[K] | null } {
  const kind = search['range']
  const range = isPreset(kind)
    ? { kind }
    : kind === 'own'
      ? ownRange(instant(search['from']), instant(search['to']), now)
      : null
  const [zoomFrom, zoomTill] = String(search['zoom'] ?? '').split('~')
  const zoom = ownRange(instant(zoomFrom), instant(zoomTill), now)
  const compare = search['compare']
  return {
    range,
    zoom: zoom?.kind === 'own' ? { from: zoom.from, to: zoom.to } : null,
    compare: compare === undefined ? null : compare === '1',
  }
}

const own = new Set(['range', 'from', 'to', 'zoom', 'compare'])

/** The search parameters of a state; those of the rest of the page are kept. */
export function writeRange({ range, zoom, compare }: RangeState, before: Search): Search {
  const others = Object.entries(before).filter(([name]) => !own.has(name))
  return {
    ...Object.fromEntries(others),
    range: range.kind,
    ...(range.kind === 'own' && { from: iso(range.from), to: iso(range.to) }),
    ...(zoom !== null && { zoom: `${iso(zoom.from)}~${iso(zoom.to)}` }),
    ...(compare && { compare: '1' }),
  }
}
