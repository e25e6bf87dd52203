import type { ReactNode } from 'react'

export interface Column<Row> {
  /** What the server sorts by, when `sortable`. */
  readonly key: string
  readonly title: string
  /** Pixels; what is left over is shared in proportion. */
  readonly width: number
  readonly sortable?: boolean
  readonly align?: 'right'
  /** Set in the font of serial numbers and addresses. */
  readonly mono?: boolean
  /**
   * Where it stands on the card that a row is on a phone; the first column is the card's title. Without a hint it is
   * left out, unless no column of the table has one.
   */
  readonly phone?: 'status' | 'value'
  /** Runs for every row that comes into sight: a text where possible, and few elements. */
  readonly render: (row: Row) => ReactNode
}

export type Density = 'compact' | 'default' | 'relaxed'

export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** Undefined while that row is being fetched. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly rowName?: ((row: Row) => string) | undefined
  readonly density: Density
  readonly sort?: string | undefined
  readonly onSort?: (column: string) => void
  readonly selected?: ReadonlySet<string> | undefined
  readonly onSelect?: (rows: readonly Row[], on: boolean) => void
  readonly rowActions?: ((row: Row) => ReactNode) | undefined
  readonly actionsWidth?: number
  /** Which rows are in sight or near, so that the caller fetches them. */
  readonly onRange?: (first: number, last: number) => void
  readonly busy?: boolean
}

/** What head and body see: what a row is matters to the caller alone. */
export type AnyRow = DataTableProps<unknown>

const rowHeights: Record<Density, number> = { compact: 30, default: 36, relaxed: 46 }
/** A card: the title's line, one for each value, one for actions, and what is around them; as in the stylesheet. */
const card = { title: 34, value: 26, actions: 40, around: 26 }
const valuesWithoutHint = 3

export const selectWidth = 40

/** The columns of a card: title, status, values. */
export function cardColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [title, ...others] = columns
  if (title === undefined) return []
  if (others.every(({ phone }) => phone === undefined)) return [title, ...others.slice(0, valuesWithoutHint)]
  const status = others.filter(({ phone }) => phone === 'status').slice(0, 1)
  return [title, ...status, ...others.filter(({ phone }) => phone === 'value')]
}

export function rowHeightOf(
  columns: readonly Column<never>[],
  view: { cards: boolean; density: Density; actions: boolean },
): number {
  if (!view.cards) return rowHeights[view.density]
  const values = columns.slice(1).filter(({ phone }) => phone !== 'status').length
  return card.around + card.title + values * card.value + (view.actions ? card.actions : 0)
}

/** How wide each cell of a row is: its column's width and the column's part of what is left over. */
export function widthsOf(columns: readonly Column<never>[], fixed: number): readonly string[] {
  const sum = columns.reduce((all, { width }) => all + width, 0)
  return columns.map(({ width }) => `calc(${width}px + (100% - ${sum + fixed}px) * ${width / sum})`)
}
