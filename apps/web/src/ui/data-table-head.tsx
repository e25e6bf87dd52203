import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow, Column } from './data-table-column.ts'
import { as, type CellLook } from './data-table-roles.ts'

interface TableHeadProps extends Pick<
  AnyRow,
  'columns' | 'count' | 'rowAt' | 'rowKey' | 'sort' | 'selected'
> {
  readonly cells: readonly CellLook[]
  readonly onSort: AnyRow['onSort'] | undefined
  readonly onSelect: AnyRow['onSelect'] | undefined
  readonly hasActions: boolean
}

/** Checks all rows to know whether all are selected, so it must not render during scrolling. */
export const TableHead = memo(function TableHead(props: TableHeadProps) {
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
            look={props.cells[index]}
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
  look,
  sort,
  onSort,
}: {
  column: Column<Row>
  look: CellLook | undefined
  sort: string | undefined
  onSort: ((column: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  if (column.sortable !== true || onSort === undefined) {
    return (
      <th {...as.columnheader} {...look}>
        {column.title}
      </th>
    )
  }
  return (
    <th {...as.columnheader} {...look} aria-sort={direction ?? 'none'} aria-label={column.title}>
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

function SelectAll(
  props: Pick<AnyRow, 'count' | 'rowAt' | 'rowKey'> &
    Required<Pick<AnyRow, 'onSelect'>> & {
      selected: ReadonlySet<string>
    },
) {
  const { t } = useTranslation()
  const loaded = () =>
    Array.from({ length: props.count }, (_, index) => props.rowAt(index)).filter((row) => row !== undefined)
  const rows = props.selected.size === 0 ? [] : loaded()
  const chosen = rows.filter((row) => props.selected.has(props.rowKey(row))).length
  return (
    <input
      type="checkbox"
      aria-label={t('common.selectAllOnPage')}
      checked={chosen > 0 && chosen === rows.length}
      disabled={props.count === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = chosen > 0 && chosen < rows.length
      }}
      onChange={(event) => props.onSelect(loaded(), event.target.checked)}
    />
  )
}
