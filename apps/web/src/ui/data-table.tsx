import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
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
 * A table of plain elements: sticky head, sorting, selection, and virtualised rows for long lists. The first
 * column is sticky when the table is wider than its container; on a phone each row is a card.
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
  /** What stays in place beside the columns that move. */
  const held = fixed + (columns[0]?.width ?? 0)
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
  const view: CSSProperties & Record<`--${string}`, string> = {
    '--fixed-right': actions && !cards ? `${actionsWidth}px` : '0px',
  }
  const kind = `data-table ${cards ? 'data-table-cards' : 'data-table-rows'}`

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const sized = new ResizeObserver(() => markEdges(element))
    sized.observe(element)
    for (const child of element.children) sized.observe(child)
    return () => sized.disconnect()
  }, [])

  // Table elements are laid out as boxes of fixed height, each positioned by itself, so a row entering the
  // viewport costs only its own layout.
  return (
    <div className="data-table-view" style={view}>
      <div
        className="data-table-frame"
        ref={frame}
        tabIndex={-1}
        aria-busy={props.busy === true}
        data-held={held}
        onScroll={({ currentTarget }) => markEdges(currentTarget)}
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
            marked={props.marked}
            rowActions={any.rowActions}
            onRange={props.onRange}
          />
        </table>
      </div>
    </div>
  )
}

/**
 * Marks the sides on which columns go on out of sight; there the held columns cast a shadow. Columns are held in place
 * only while there is something to hold them against and room between them: each held cell is a layer of its own for
 * the browser, which makes scrolling downwards several times as dear.
 */
function markEdges(frame: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth, classList, dataset } = frame
  classList.toggle('data-table-tight', Number(dataset['held']) > clientWidth * 0.6)
  classList.toggle('data-table-shifted', scrollLeft > 0)
  classList.toggle('data-table-continues', scrollLeft + clientWidth < scrollWidth - 1)
}
