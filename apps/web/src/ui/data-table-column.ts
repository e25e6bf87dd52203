import type { ReactNode } from 'react'

export interface Column<Row> {
  /** The server's sort key, when `sortable`. */
  readonly key: string
  readonly title: string
  /** Pixels; remaining width is shared in proportion. */
  readonly width: number
  readonly sortable?: boolean
  readonly align?: 'right'
  /** Set in the font for serial numbers and addresses. */
  readonly mono?: boolean
  /**
   * Position on the card that shows a row on a phone; the first column is the card's title. Columns without a
   * hint are omitted, unless no column of the table has one. A `long` value may
   * take two lines; a `text` has three of its own, without its name.
   */
  readonly phone?: 'status' | 'value' | 'long' | 'text'
  /** Runs for every row in view: return text where possible, and few elements. */
  readonly render: (row: Row) => ReactNode
}

export type Density = 'compact' | 'default' | 'relaxed'

export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** Undefined while the row is being fetched. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly rowName?: ((row: Row) => string) | undefined
  readonly density: Density
  readonly sort?: string | undefined
  readonly onSort?: (column: string) => void
  readonly selected?: ReadonlySet<string> | undefined
  readonly onSelect?: (rows: readonly Row[], on: boolean) => void
  /** Key of the row that somebody comes back to: it is marked, and scrolled into view. */
  readonly marked?: string | undefined
  readonly rowActions?: ((row: Row) => ReactNode) | undefined
  readonly actionsWidth?: number
  /** Which rows are in or near the viewport, so that the caller fetches them. */
  readonly onRange?: (first: number, last: number) => void
  readonly busy?: boolean
}

/** The view of head and body: the row type matters only to the caller. */
export type AnyRow = DataTableProps<unknown>

const rowHeights: Record<Density, number> = { compact: 30, default: 36, relaxed: 46 }
/**
 * Height of a card: title line, one line per value, one for actions, and the padding; as in the stylesheet.
 */
const card = { title: 34, value: 26, actions: 40, around: 26 }
const valuesWithoutHint = 3
const linesOf = { value: 1, long: 2, text: 3 } as const

export const selectWidth = 40

/** The columns of a card: title, status, values. */
export function cardColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [title, ...others] = columns
  if (title === undefined) return []
  if (others.every(({ phone }) => phone === undefined)) return [title, ...others.slice(0, valuesWithoutHint)]
  const status = others.filter(({ phone }) => phone === 'status').slice(0, 1)
  return [title, ...status, ...others.filter(({ phone }) => phone !== undefined && phone !== 'status')]
}

export function rowHeightOf(
  columns: readonly Column<never>[],
  view: { cards: boolean; density: Density; actions: boolean },
): number {
  if (!view.cards) return rowHeights[view.density]
  const lines = columns
    .slice(1)
    .reduce((sum, { phone = 'value' }) => sum + (phone === 'status' ? 0 : linesOf[phone]), 0)
  return card.around + card.title + lines * card.value + (view.actions ? card.actions : 0)
}

/** Width of each cell in a row: its column's width plus the column's share of the remainder. */
export function widthsOf(columns: readonly Column<never>[], fixed: number): readonly string[] {
  const sum = columns.reduce((all, { width }) => all + width, 0)
  return columns.map(({ width }) => `calc(${width}px + (100% - ${sum + fixed}px) * ${width / sum})`)
}
