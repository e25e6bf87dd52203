import type { CSSProperties } from 'react'
import type { Column } from './data-table-column.ts'

/** Explicit roles: some screen readers do not treat a table without table display as one. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** Shared by all cells of a column, and stable while the columns stay. */
export interface CellLook {
  readonly className: string | undefined
  readonly style: CSSProperties | undefined
}

export function classOf(
  column: { align?: 'right'; mono?: boolean; phone?: Column<never>['phone'] },
  index: number,
): string | undefined {
  const classes = [
    index === 0 ? 'data-table-first' : '',
    column.mono === true ? 'data-table-mono' : '',
    column.align === 'right' ? 'data-table-right' : '',
    column.phone === undefined || column.phone === 'value' ? '' : `data-table-${column.phone}`,
  ].filter((one) => one !== '')
  return classes.length === 0 ? undefined : classes.join(' ')
}
