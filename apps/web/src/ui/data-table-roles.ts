import type { CSSProperties } from 'react'

/** Said explicitly, because a table that is not displayed as one is none to some screen readers. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The same for all cells of a column, and the same objects while the columns stay. */
export interface CellLook {
  readonly className: string | undefined
  readonly style: CSSProperties | undefined
}

export function classOf(
  column: { align?: 'right'; mono?: boolean; phone?: 'status' | 'value' },
  index: number,
): string | undefined {
  const classes = [
    index === 0 ? 'data-table-first' : '',
    column.mono === true ? 'data-table-mono' : '',
    column.align === 'right' ? 'data-table-right' : '',
    column.phone === 'status' ? 'data-table-status' : '',
  ].filter((one) => one !== '')
  return classes.length === 0 ? undefined : classes.join(' ')
}
