import type { Language } from '@netward/phrases/server'

/**
 * What a printed document says, as data: it crosses to the thread that draws it. All texts are final: phrases, numbers
 * and times are those of the reader's language and time zone.
 */
export interface PaperDocument {
  readonly language: Language
  readonly title: string
  readonly subtitle?: string
  /** Whose document it is: at the head of each page. */
  readonly company: string
  /** PNG or JPEG. */
  readonly logo?: Uint8Array
  /** At the foot of each page; `{{page}}` and `{{pages}}` are replaced. */
  readonly foot: string
  readonly blocks: readonly PaperBlock[]
}

export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly newPage?: boolean }
  | { readonly kind: 'text'; readonly text: string }
  /** Smaller, for a method, a source or a reservation. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly PaperFact[] }
  /** Large ones beside each other, each with its change against the period before. */
  | { readonly kind: 'figures'; readonly figures: readonly PaperFigure[] }
  | PaperTable
  | PaperChart

export interface PaperFact {
  readonly label: string
  readonly value: string
}

export interface PaperFigure extends PaperFact {
  readonly change: string
  /** Whether the change is for the better; null: neither. */
  readonly better: boolean | null
}

export interface PaperTable {
  readonly kind: 'table'
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly string[])[]
  /** In place of rows. */
  readonly empty: string
}

export interface PaperColumn {
  readonly title: string
  /** In relation to the other columns. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Curves over time. A null is a gap. */
export interface PaperChart {
  readonly kind: 'chart'
  readonly title: string
  readonly unit: string
  /** IANA name: the axis shows its local time. */
  readonly timeZone: string
  /** Milliseconds since 1970. */
  readonly start: number
  readonly stepSeconds: number
  readonly steps: number
  readonly series: readonly PaperSeries[]
  /** Such as outages: shaded, milliseconds since 1970. */
  readonly marks?: readonly { readonly from: number; readonly to: number }[]
  /** Such as a contracted value: a dashed line. */
  readonly limit?: { readonly name: string; readonly value: number }
}

export interface PaperSeries {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** More is refused before anything is drawn; pages while drawing. */
export const paperLimits = {
  pages: 400,
  rows: 5000,
  cells: 60_000,
  charts: 200,
  pointsOfAChart: 12_000,
  /** Of one text. Longer ones are cut. */
  characters: 2000,
  seconds: 60,
  heapMegabytes: 512,
} as const

export type PaperLimits = { readonly [Limit in keyof typeof paperLimits]: number }

/** A document that is too long to be drawn: the caller asks for less. */
export class PaperTooLong extends Error {}

/** @throws PaperTooLong */
export function assertDrawable(document: PaperDocument, limits: PaperLimits = paperLimits): void {
  let [rows, cells, charts] = [0, 0, 0]
  for (const block of document.blocks) {
    if (block.kind === 'table') {
      rows += block.rows.length
      cells += block.rows.length * block.columns.length
    } else if (block.kind === 'chart') {
      charts += 1
      if (block.steps * block.series.length > limits.pointsOfAChart)
        throw new PaperTooLong('points of a chart')
    } else if (block.kind === 'facts') rows += block.facts.length
    else if (block.kind === 'figures') rows += block.figures.length
    else rows += 1
  }
  if (rows > limits.rows) throw new PaperTooLong('rows')
  if (cells > limits.cells) throw new PaperTooLong('cells')
  if (charts > limits.charts) throw new PaperTooLong('charts')
}
