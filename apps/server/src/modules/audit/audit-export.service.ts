import { csvLine } from '../../platform/http/csv-line.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { auditColumns } from './audit-columns.ts'
import { withNames } from './audit-names.ts'
import { type AuditQuery, auditRepo, type AuditRow } from './audit.repo.ts'
import { requireCompany } from './audit.service.ts'

const most = 50_000
/** Held in memory until sent, and entries may be long. */
const maxCharacters = 32 * 1024 * 1024

/** The list with its filters, ignoring paging; the export itself is logged. */
export async function exportAudit(ctx: RequestContext, query: AuditQuery): Promise<CsvAnswer> {
  await requireCompany(ctx, query)
  const columns = auditColumns(ctx)
  const parts = [csvLine(columns.map(([heading]) => heading))]
  let rows = 0
  let characters = 0
  for await (const entry of entriesOf(ctx, query)) {
    if (rows === most || characters > maxCharacters) {
      const note = ctx.phrase('audit.exportMore', { count: rows })
      parts.push(csvLine([note, ...columns.slice(1).map(() => null)]))
      break
    }
    const line = csvLine(columns.map(([, cell]) => cell(entry)))
    parts.push(line)
    rows += 1
    characters += line.length
  }
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action: 'audit.exported', subjectKind: 'audit', detail: { filters, rows } })
  return { name: ctx.phrase('audit.exportLabel'), csv: parts.join('') }
}

/** One extra row shows that there are more. */
async function* entriesOf(ctx: RequestContext, query: AuditQuery): AsyncGenerator<AuditRow> {
  for await (const batch of auditRepo.batches(ctx, query, most + 1)) yield* await withNames(ctx, batch)
}
