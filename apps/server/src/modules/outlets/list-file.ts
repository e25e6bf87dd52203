import type { AuditAction } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { Cell } from '../../platform/entity/entity-cells.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { carryOutImport, type ImportPlan } from '../../platform/import/import-file.ts'

/** Rows of an export, regardless of the page. */
export const maxExported = 100_000

/** A list as CSV. The audit log records who exported how many rows. */
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

/** Imports what a plan says, with its audit entry. */
export async function importedList<Values>(
  ctx: RequestContext,
  action: AuditAction,
  file: UploadedFile | null,
  plan: ImportPlan<Values>,
): Promise<{ imported: number; updated: number }> {
  const done = await carryOutImport(ctx, plan)
  await ctx.audit({
    action,
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ...done, file: file?.filename.slice(0, 200) ?? '' },
  })
  await ctx.emit('outlet.changed', null)
  return done
}
