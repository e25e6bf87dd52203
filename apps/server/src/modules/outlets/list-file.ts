import type { AuditAction } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { insertWithinQuota, type RefusedRow, refuseRows } from './import-rows.ts'
import { refusalOfWrite } from './write-refusal.ts'

/** Rows of an export, whatever page is asked. */
export const mostExported = 100_000

export type Cell<Row> = readonly [heading: PhraseKey, cell: (row: Row) => string | null]

/** A list as CSV. The audit log keeps who took how much. */
export async function exportedList<Row>(
  ctx: RequestContext,
  list: {
    readonly action: AuditAction
    readonly label: PhraseKey
    readonly query: { readonly page: number; readonly pageSize: number }
    readonly rows: readonly Row[]
    readonly cells: readonly Cell<Row>[]
  },
): Promise<CsvAnswer> {
  const { action, label, query, rows, cells } = list
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action, subjectKind: 'company', detail: { filters, rows: rows.length } })
  return {
    name: ctx.phrase(label),
    csv: [
      csvLine(cells.map(([key]) => ctx.phrase(key))),
      ...rows.map((row) => csvLine(cells.map(([, cell]) => cell(row)))),
    ].join(''),
  }
}

/** Numbers as cells. */
export const numberCell = (value: number | null) => (value === null ? null : String(value))

/** A row that was read: what it holds, or why it is refused. */
export type ReadRow<Values> = { readonly row: number } & (
  | { readonly values: Values }
  | { readonly reason: string }
)

/** Inserts what a file holds: all rows or none. @throws AppError 41033 with each refused row and why. */
export async function importedList<Values>(
  ctx: RequestContext,
  list: {
    readonly action: AuditAction
    readonly file: UploadedFile | null
    readonly read: readonly ReadRow<Values>[]
    readonly insert: (values: readonly Values[]) => Promise<unknown>
  },
): Promise<{ imported: number }> {
  const { action, file, read, insert } = list
  refuseRows(read.filter((one): one is RefusedRow => 'reason' in one))
  const good = read.filter((one) => 'values' in one)
  await insertWithinQuota(ctx, good, (values) => refusalOfWrite(ctx, () => insert(values)))
  await ctx.audit({
    action,
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { imported: good.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  await ctx.emit('outlet.changed', null)
  return { imported: good.length }
}
