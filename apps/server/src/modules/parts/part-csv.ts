import type { AuditAction } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'

/** Rows of an export, at most. */
export const mostExported = 100_000

/** A list as CSV: the headings are phrases, and the export is audited with its filters. */
export async function partCsv<Row>(
  ctx: RequestContext,
  query: Record<string, unknown>,
  rows: readonly Row[],
  {
    name,
    action,
    columns,
  }: {
    name: PhraseKey
    action: AuditAction
    columns: Partial<Record<PhraseKey, (row: Row) => string | null>>
  },
): Promise<CsvAnswer> {
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action,
    subjectKind: action.split('.', 1)[0]!,
    detail: { filters, rows: rows.length },
  })
  const cells = Object.entries(columns) as [PhraseKey, (row: Row) => string | null][]
  const heading = csvLine(cells.map(([key]) => ctx.phrase(key)))
  const lines = rows.map((row) => csvLine(cells.map(([, cell]) => cell(row))))
  return { name: ctx.phrase(name), csv: [heading, ...lines].join('') }
}
