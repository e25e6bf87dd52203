import { memo, type ReactNode, type RefObject, useEffect, useMemo } from 'react'
import { useT } from '../lib/use-t.ts'
import type { AnyRow, Column } from './data-table-column.ts'
import { as, type CellLook } from './data-table-roles.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useRowWindow } from './use-row-window.ts'

/** Up to this count every row is in the document, so the browser's own search finds all of them. */
const virtualFrom = 201
/** Rows this near are fetched ahead, so that they are ready when scrolled into view. */
const requestedAhead = 80

interface TableBodyProps extends Pick<
  AnyRow,
  'columns' | 'count' | 'rowAt' | 'rowKey' | 'rowName' | 'selected' | 'marked' | 'rowActions'
> {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly cells: readonly CellLook[]
  readonly cards: boolean
  readonly rowHeight: number
  readonly onSelect: AnyRow['onSelect'] | undefined
  readonly onRange: AnyRow['onRange'] | undefined
}

/** The rows; scrolling renders only this component, and only the rows that have just entered the window. */
export function TableBody(props: TableBodyProps) {
  const { frame, columns, cards, count, rowHeight, rowAt, rowKey, selected, onRange } = props
  const virtual = count >= virtualFrom
  const { from, slots } = useRowWindow(frame, { count, rowHeight, virtual })
  const to = from + slots.length - 1
  const first = Math.max(0, from - requestedAhead)
  const last = Math.min(count - 1, to + requestedAhead)
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  const keyAt = (index: number) => {
    const row = rowAt(index)
    return row === undefined ? undefined : rowKey(row)
  }
  const { onFocus, onBlur } = useFocusKept(frame, keyAt)
  const sayRow = useRowWords()

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- these note and name, and act on nothing
    <tbody
      {...as.rowgroup}
      style={{ height: count * rowHeight }}
      onFocus={onFocus}
      onBlur={onBlur}
      onMouseOver={titleOfCutText}
    >
      {slots.map(({ slot, index }) => {
        const row = rowAt(index)
        const key = row === undefined ? undefined : rowKey(row)
        return (
          <BodyRow
            key={virtual ? `slot ${slot}` : (key ?? `slot ${slot}`)}
            row={row}
            index={index}
            top={index * rowHeight}
            label={row === undefined || key === undefined ? '' : sayRow(props.rowName?.(row) ?? key)}
            columns={columns}
            cells={props.cells}
            cards={cards}
            checked={selected === undefined ? undefined : key !== undefined && selected.has(key)}
            onSelect={props.onSelect}
            marked={key !== undefined && key === props.marked}
            rowActions={props.rowActions}
          />
        )
      })}
    </tbody>
  )
}

const hole = '\u0000'

/** Label of a row's checkbox; translated once, because scrolling needs it for every row. */
function useRowWords(): (name: string) => string {
  const t = useT()
  return useMemo(() => {
    const [before = '', after = ''] = t('common.selectRow', { name: hole }).split(hole)
    return (name) => before + name + after
  }, [t])
}

/** Truncated text is shown in full on hover. */
function titleOfCutText({ target }: { target: EventTarget }): void {
  const cell = (target as Element).closest('td')
  if (cell === null || cell.querySelector('[title]:not(button)') !== null) return
  const cut = [cell, ...cell.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth + 1)
  if (cut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

interface BodyRowProps {
  readonly row: unknown
  readonly index: number
  readonly top: number
  readonly label: string
  readonly columns: readonly Column<unknown>[]
  readonly cells: readonly CellLook[]
  readonly cards: boolean
  readonly checked: boolean | undefined
  readonly onSelect: ((rows: readonly unknown[], on: boolean) => void) | undefined
  readonly marked: boolean
  readonly rowActions: ((row: unknown) => ReactNode) | undefined
}

/** Once, when the marked row appears: later renders have the same function. */
const scrollIntoView = (element: HTMLTableRowElement | null) => element?.scrollIntoView({ block: 'nearest' })

/**
 * Renders only when its own row, columns or mark change; scrolling leaves all others alone. A row being
 * fetched has the same cells, empty, so its elements stay when the data arrives.
 */
const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const t = useT()
  const { row, index, top, columns, cells, cards, checked, marked, onSelect, rowActions } = props
  const waiting = row === undefined
  const mark = waiting ? 'data-table-waiting' : checked === true || marked ? 'data-table-chosen' : undefined
  return (
    <tr
      {...as.row}
      aria-rowindex={index + 2}
      aria-current={marked ? 'true' : undefined}
      className={mark}
      style={{ transform: `translateY(${top}px)` }}
      ref={marked ? scrollIntoView : undefined}
    >
      {checked !== undefined && (
        <td {...as.cell} className="data-table-check">
          <input
            type="checkbox"
            aria-label={props.label}
            checked={checked}
            disabled={waiting}
            onChange={(event) => onSelect?.([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          {...as.cell}
          className={cells[place]?.className}
          style={cells[place]?.style}
          data-label={cards ? column.title : undefined}
          aria-label={waiting && place === 0 ? t('common.loading') : undefined}
        >
          {waiting ? null : column.render(row)}
        </td>
      ))}
      {rowActions !== undefined && (
        <td {...as.cell} className="data-table-actions">
          {waiting ? null : rowActions(row)}
        </td>
      )}
    </tr>
  )
})
