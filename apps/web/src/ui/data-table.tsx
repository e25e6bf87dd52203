import { type CSSProperties, useMemo, useRef } from 'react'
import { usePhone } from '../lib/use-narrow.ts'
import { TableBody } from './data-table-body.tsx'
import {
  type AnyRow,
  cardColumns,
  type Column,
  type DataTableProps,
  rowHeightOf,
  selectWidth,
  widthsOf,
} from './data-table-column.ts'
import { TableHead } from './data-table-head.tsx'
import { as, type CellLook, classOf } from './data-table-roles.ts'
import './data-table.css'
import './data-table-cards.css'

/**
 * A table of plain elements: a head that stays, sorting, selection, and rows that exist only while they are
 * in sight when there are many. The first column stays when the table is wider than its room; on a phone each row
 * is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { density, actionsWidth = 120 } = props
  const frame = useRef<HTMLDivElement>(null)
  const cards = usePhone()
  const columns = useMemo(
    () => (cards ? cardColumns(props.columns) : props.columns) as readonly Column<unknown>[],
    [cards, props.columns],
  )
  const actions = props.rowActions !== undefined
  const selectable = props.selected !== undefined && props.onSelect !== undefined
  const rowHeight = rowHeightOf(columns, { cards, density, actions })
  const any = props as unknown as AnyRow

  const fixed = (selectable ? selectWidth : 0) + (actions ? actionsWidth : 0)
  const cells = useMemo<readonly CellLook[]>(() => {
    const widths = cards ? [] : widthsOf(columns, fixed)
    return columns.map((column, place) => ({
      className: classOf(column, place),
      style: cards ? undefined : { width: widths[place] },
    }))
  }, [cards, columns, fixed])
  const size: CSSProperties & Record<`--${string}`, string> = {
    '--row-height': `${rowHeight}px`,
    '--actions-width': `${actionsWidth}px`,
    ...(!cards && { minWidth: columns.reduce((sum, { width }) => sum + width, fixed) }),
  }
  const kind = `data-table ${cards ? 'data-table-cards' : 'data-table-rows'}`

  // The elements of a table are laid out as boxes of fixed height, each placed by itself: then a row that comes
  // into sight costs its own layout and not that of all others.
  return (
    <div
      className="data-table-frame"
      ref={frame}
      tabIndex={-1}
      aria-busy={props.busy === true}
      onScroll={markShift}
    >
      <table
        {...as.table}
        className={selectable ? `${kind} data-table-selectable` : kind}
        aria-label={props.label}
        aria-rowcount={props.count + 1}
        style={size}
      >
        <TableHead
          columns={columns}
          cells={cells}
          count={props.count}
          rowAt={any.rowAt}
          rowKey={any.rowKey}
          sort={props.sort}
          onSort={props.onSort}
          selected={props.selected}
          onSelect={any.onSelect}
          hasActions={actions}
        />
        <TableBody
          frame={frame}
          columns={columns}
          cells={cells}
          cards={cards}
          count={props.count}
          rowHeight={rowHeight}
          rowAt={any.rowAt}
          rowKey={any.rowKey}
          rowName={any.rowName}
          selected={selectable ? props.selected : undefined}
          onSelect={any.onSelect}
          rowActions={any.rowActions}
          onRange={props.onRange}
        />
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
