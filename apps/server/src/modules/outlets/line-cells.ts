import { lineEntity } from '@netward/contract/line-fields'
import { type CellCodecs, csvColumns, fieldCells } from '../../platform/entity/entity-cells.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ListedLine } from './line.repo.ts'

/** Import columns; an export has no password. */
export const lineCsv = {
  outlet: 'outlets.line.outlet',
  ...csvColumns(lineEntity),
  password: 'outlets.line.password',
} as const

export const lineCodecs: CellCodecs<typeof lineEntity, ListedLine> = {
  ipAddress: { write: ({ ipAddress }) => ipAddress, read: (cell) => cell || null },
  deviceId: { write: ({ deviceSerial }) => deviceSerial },
}

export const importableLineCells = (ctx: RequestContext) =>
  [
    [lineCsv.outlet, ({ outletName }: ListedLine) => outletName],
    ...fieldCells(ctx, lineEntity, lineCodecs),
  ] as const
