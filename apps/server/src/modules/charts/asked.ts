import type { chartApi, InputOf, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'

export type Asked = InputOf<typeof chartApi.chartPanel>
export type Answer = OutputOf<typeof chartApi.chartPanel>
export type PanelRow = Answer['rows'][number]

export interface Span {
  readonly from: Date
  readonly to: Date
}

/** What a query is asked: the period, that before, and what the page is narrowed by. */
export interface Question extends Span {
  readonly before: Span
  readonly steps: Steps
  readonly timeZone: string
  readonly filters: Pick<Asked, 'companyId' | 'region' | 'departmentId' | 'type' | 'isp'>
}

/** Steps begin with an hour, a day or a month of the reader's clock; the first and the last may be cut. */
export interface Steps {
  readonly unit: 'hour' | 'day' | 'month'
  readonly seconds: number | null
}

/** What a query finds: rows without what has no meaning for its chart. */
export interface Found {
  readonly rows: readonly FoundRow[]
  readonly coverage?: number | null
  readonly note?: Answer['note']
  /** When what it reads was computed; without it, now. */
  readonly asOf?: string | null
}

export type FoundRow = Pick<PanelRow, 'key' | 'values'> &
  Partial<Omit<PanelRow, 'key' | 'values' | 'opens'>> & {
    /** Shorter than the values: the others open nothing. */
    readonly opens?: readonly PanelRow['opens'][number][]
  }

export type Context = RequestContext
export type PanelQuery = (ctx: Context, question: Question) => Promise<Found>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs

/** Steps that give a chart up to some hundred places. */
export function stepsOf({ from, to }: Span): Steps {
  const length = to.getTime() - from.getTime()
  if (length <= 2 * dayMs) return { unit: 'hour', seconds: 3600 }
  return length <= 92 * dayMs ? { unit: 'day', seconds: 86_400 } : { unit: 'month', seconds: null }
}

/**
 * The period before of equal length: up to 7 days moved by whole weeks, so that weekdays are compared with the same ones; else
 * that which ends where this one begins (operations.md §1).
 */
export function spanBefore({ from, to }: Span): Span {
  const length = to.getTime() - from.getTime()
  const back = length <= weekMs ? weekMs : length
  return { from: new Date(from.getTime() - back), to: new Date(to.getTime() - back) }
}

/** A moment by the reader's clock: `2026-11-28 09:05`. */
export const clockText = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
