import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useT } from '../lib/use-t.ts'
import './data-table.css'

export interface Column<Row> {
  /** What the server sorts by, when `sortable`. */
  readonly key: string
  readonly title: string
  /** Pixels; what is left over is shared in proportion. */
  readonly width: number
  readonly sortable?: boolean
  readonly align?: 'right'
  readonly render: (row: Row) => ReactNode
}

export type Density = 'compact' | 'default' | 'relaxed'
const rowHeights: Record<Density, number> = { compact: 30, default: 36, relaxed: 46 }

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
  /** Which rows are in sight, so that the caller fetches them. */
  readonly onRange?: (first: number, last: number) => void
  readonly busy?: boolean
}

/** Up to here every row is in the document, so that the browser's own search finds all of them. */
const virtualFrom = 201
const selectWidth = 40

/** Said explicitly, because a table that is not displayed as one is none to some screen readers. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/**
 * A table of plain elements: a head that stays, sorting, selection, and rows that exist only while they are
 * in sight when there are many. The first column stays when the table is wider than its room.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, count, density, selected, onSelect, rowActions, actionsWidth = 120, onRange } = props
  const frame = useRef<HTMLDivElement>(null)
  const rowHeight = rowHeights[density]
  const virtual = count >= virtualFrom
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])

  const items = rows.getVirtualItems()
  const from = virtual ? (items[0]?.index ?? 0) : 0
  const to = virtual ? (items.at(-1)?.index ?? -1) : count - 1
  useEffect(() => onRange?.(from, to), [onRange, from, to])

  const selectable = selected !== undefined && onSelect !== undefined
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selectable ? selectWidth : 0) +
    (rowActions === undefined ? 0 : actionsWidth)
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const size: CSSProperties & Record<`--${string}`, string> = {
    minWidth: width,
    '--row-height': `${rowHeight}px`,
    '--actions-width': `${actionsWidth}px`,
  }

  // The elements of a table are laid out as boxes of fixed height, each placed by itself: then a row that comes
  // into sight costs its own layout and not that of all others.
  return (
    <div className="data-table-frame" ref={frame} aria-busy={props.busy === true} onScroll={markShift}>
      <table
        {...as.table}
        className={selectable ? 'data-table data-table-selectable' : 'data-table'}
        aria-label={props.label}
        aria-rowcount={count + 1}
        style={size}
      >
        <TableHead
          columns={columns as readonly Column<unknown>[]}
          count={count}
          rowAt={props.rowAt}
          rowKey={props.rowKey as (row: unknown) => string}
          sort={props.sort}
          onSort={props.onSort}
          selected={selected}
          onSelect={onSelect as ((rows: readonly unknown[], on: boolean) => void) | undefined}
          hasActions={rowActions !== undefined}
        />
        <tbody {...as.rowgroup} style={{ height: count * rowHeight }}>
          {indices.map((index) => {
            const row = props.rowAt(index)
            const top = index * rowHeight
            if (row === undefined) return <WaitingRow key={`waiting-${index}`} top={top} index={index} />
            const key = props.rowKey(row)
            return (
              <BodyRow
                key={key}
                row={row}
                index={index}
                top={top}
                name={props.rowName?.(row) ?? key}
                columns={columns as readonly Column<unknown>[]}
                checked={selectable ? selected.has(key) : undefined}
                onSelect={onSelect as ((rows: readonly unknown[], on: boolean) => void) | undefined}
                rowActions={rowActions as ((row: unknown) => ReactNode) | undefined}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Columns are held in place only while there is something to hold them against: each held cell is a layer of its
 * own for the browser, which makes scrolling downwards several times as dear.
 */
function markShift({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.classList.toggle('data-table-shifted', currentTarget.scrollLeft > 0)
}

function classOf(column: { align?: 'right' }, index: number): string | undefined {
  if (index === 0) return 'data-table-first'
  return column.align === 'right' ? 'data-table-right' : undefined
}

/** The room of a column: its own width, and its part of what is left over. */
function room(column: { width: number }): CSSProperties {
  return { flex: `${column.width} 0 ${column.width}px` }
}

interface TableHeadProps extends Pick<
  DataTableProps<unknown>,
  'columns' | 'count' | 'rowAt' | 'rowKey' | 'sort'
> {
  onSort: ((column: string) => void) | undefined
  selected: ReadonlySet<string> | undefined
  onSelect: ((rows: readonly unknown[], on: boolean) => void) | undefined
  hasActions: boolean
}

/** Looks at all rows to know whether all are chosen, so it must not be rendered while one scrolls. */
const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { t } = useTranslation()
  const { selected, onSelect } = props
  return (
    <thead {...as.rowgroup}>
      <tr {...as.row} aria-rowindex={1}>
        {selected !== undefined && onSelect !== undefined && (
          <th {...as.columnheader} className="data-table-check">
            <SelectAll
              count={props.count}
              rowAt={props.rowAt}
              rowKey={props.rowKey}
              selected={selected}
              onSelect={onSelect}
            />
          </th>
        )}
        {props.columns.map((column, index) => (
          <Head
            key={column.key}
            column={column}
            className={classOf(column, index)}
            sort={props.sort}
            onSort={props.onSort}
          />
        ))}
        {props.hasActions && (
          <th {...as.columnheader} className="data-table-actions">
            {t('common.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
})

function Head<Row>({
  column,
  className,
  sort,
  onSort,
}: {
  column: Column<Row>
  className: string | undefined
  sort: string | undefined
  onSort: ((column: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  if (column.sortable !== true || onSort === undefined) {
    return (
      <th {...as.columnheader} className={className} style={room(column)}>
        {column.title}
      </th>
    )
  }
  return (
    <th
      {...as.columnheader}
      className={className}
      style={room(column)}
      aria-sort={direction ?? 'none'}
      aria-label={column.title}
    >
      <button
        type="button"
        className="data-table-sort"
        title={t('common.sortBy', { column: column.title })}
        onClick={() => onSort(column.key)}
      >
        <span>{column.title}</span>
        <span className={`data-table-carets ${direction ?? ''}`} aria-hidden="true">
          <CaretUpOutlined />
          <CaretDownOutlined />
        </span>
      </button>
    </th>
  )
}

function SelectAll<Row>(
  props: Required<Pick<DataTableProps<Row>, 'count' | 'rowAt' | 'rowKey'>> & {
    selected: ReadonlySet<string>
    onSelect: (rows: readonly Row[], on: boolean) => void
  },
) {
  const { t } = useTranslation()
  const rows = Array.from({ length: props.count }, (_, index) => props.rowAt(index)).filter(
    (row) => row !== undefined,
  )
  const chosen = rows.filter((row) => props.selected.has(props.rowKey(row))).length
  return (
    <input
      type="checkbox"
      aria-label={t('common.selectAllOnPage')}
      checked={chosen > 0 && chosen === rows.length}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = chosen > 0 && chosen < rows.length
      }}
      onChange={(event) => props.onSelect(rows, event.target.checked)}
    />
  )
}

interface BodyRowProps {
  row: unknown
  index: number
  top: number
  name: string
  columns: readonly Column<unknown>[]
  checked: boolean | undefined
  onSelect: ((rows: readonly unknown[], on: boolean) => void) | undefined
  rowActions: ((row: unknown) => ReactNode) | undefined
}

/** Rendered anew only when its own row, columns or mark change: scrolling leaves all others alone. */
const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const t = useT()
  const { row, index, top, columns, checked, onSelect, rowActions } = props
  return (
    <tr
      {...as.row}
      aria-rowindex={index + 2}
      className={checked === true ? 'data-table-chosen' : undefined}
      style={{ top }}
    >
      {checked !== undefined && (
        <td {...as.cell} className="data-table-check">
          <input
            type="checkbox"
            aria-label={t('common.selectRow', { name: props.name })}
            checked={checked}
            onChange={(event) => onSelect?.([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.key} {...as.cell} className={classOf(column, place)} style={room(column)}>
          {column.render(row)}
        </td>
      ))}
      {rowActions !== undefined && (
        <td {...as.cell} className="data-table-actions">
          {rowActions(row)}
        </td>
      )}
    </tr>
  )
})

function WaitingRow({ top, index }: { top: number; index: number }) {
  const { t } = useTranslation()
  return (
    <tr {...as.row} aria-rowindex={index + 2} className="data-table-waiting" style={{ top }}>
      <td {...as.cell} aria-label={t('common.loading')}>
        <span />
      </td>
    </tr>
  )
}
