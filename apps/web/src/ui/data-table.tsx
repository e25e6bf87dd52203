import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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

/**
 * A table of plain elements: a head that stays, sorting, selection, and rows that exist only while they are
 * in sight when there are many. The first column stays when the table is wider than its room.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation()
  const { columns, count, density, selected, onSelect, rowActions, actionsWidth = 120, onRange } = props
  const frame = useRef<HTMLDivElement>(null)
  const rowHeight = rowHeights[density]
  const virtual = count >= virtualFrom
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
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
  const span = columns.length + (selectable ? 1 : 0) + (rowActions === undefined ? 0 : 1)

  return (
    <div className={`data-table-frame density-${density}`} ref={frame} aria-busy={props.busy === true}>
      <table
        className={selectable ? 'data-table data-table-selectable' : 'data-table'}
        aria-label={props.label}
        aria-rowcount={count + 1}
        style={{ minWidth: width, '--row-height': `${rowHeight}px` } as CSSProperties}
      >
        <colgroup>
          {selectable && <col style={{ width: selectWidth }} />}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
          {rowActions !== undefined && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selectable && (
              <th className="data-table-check">
                <SelectAll
                  count={count}
                  rowAt={props.rowAt}
                  rowKey={props.rowKey}
                  selected={selected}
                  onSelect={onSelect}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions !== undefined && <th className="data-table-actions">{t('common.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {virtual && from > 0 && <Gap rows={from} height={rowHeight} span={span} />}
          {indices.map((index) => {
            const row = props.rowAt(index)
            if (row === undefined) return <WaitingRow key={`waiting-${index}`} span={span} index={index} />
            const key = props.rowKey(row)
            return (
              <BodyRow
                key={key}
                row={row}
                index={index}
                name={props.rowName?.(row) ?? key}
                columns={columns as readonly Column<unknown>[]}
                checked={selectable ? selected.has(key) : undefined}
                onSelect={onSelect as ((rows: readonly unknown[], on: boolean) => void) | undefined}
                rowActions={rowActions as ((row: unknown) => ReactNode) | undefined}
              />
            )
          })}
          {virtual && to < count - 1 && <Gap rows={count - 1 - to} height={rowHeight} span={span} />}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((column: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  const className = column.align === 'right' ? 'data-table-right' : undefined
  if (column.sortable !== true || onSort === undefined) return <th className={className}>{column.title}</th>
  return (
    <th className={className} aria-sort={direction ?? 'none'} aria-label={column.title}>
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
  name: string
  columns: readonly Column<unknown>[]
  checked: boolean | undefined
  onSelect: ((rows: readonly unknown[], on: boolean) => void) | undefined
  rowActions: ((row: unknown) => ReactNode) | undefined
}

/** Rendered anew only when its own row, columns or mark change: scrolling leaves all others alone. */
const BodyRow = memo(function BodyRow({
  row,
  index,
  name,
  columns,
  checked,
  onSelect,
  rowActions,
}: BodyRowProps) {
  const { t } = useTranslation()
  return (
    <tr aria-rowindex={index + 2} className={checked === true ? 'data-table-chosen' : undefined}>
      {checked !== undefined && (
        <td className="data-table-check">
          <input
            type="checkbox"
            aria-label={t('common.selectRow', { name })}
            checked={checked}
            onChange={(event) => onSelect?.([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={column.align === 'right' ? 'data-table-right' : undefined}>
          {column.render(row)}
        </td>
      ))}
      {rowActions !== undefined && <td className="data-table-actions">{rowActions(row)}</td>}
    </tr>
  )
})

function WaitingRow({ span, index }: { span: number; index: number }) {
  const { t } = useTranslation()
  return (
    <tr aria-rowindex={index + 2} className="data-table-waiting">
      <td colSpan={span} aria-label={t('common.loading')}>
        <span />
      </td>
    </tr>
  )
}

/** The room of rows that are out of sight. */
function Gap({ rows, height, span }: { rows: number; height: number; span: number }) {
  return (
    <tr aria-hidden="true" className="data-table-gap">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is nothing but room */}
      <td colSpan={span} style={{ height: rows * height }} />
    </tr>
  )
}
