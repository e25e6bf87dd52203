import { resultOf } from '@netward/contract/audit-values'
import type { PhraseKey } from '@netward/phrases/server'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { withNames } from './audit-names.ts'
import { type AuditQuery, auditRepo, type AuditRow } from './audit.repo.ts'
import { requireCompany } from './audit.service.ts'

const most = 50_000
/** Held in memory until sent, and entries may be long. */
const maxCharacters = 32 * 1024 * 1024

/** The list with its filters, ignoring paging; the export itself is logged. */
export async function exportAudit(ctx: RequestContext, query: AuditQuery): Promise<CsvAnswer> {
  await requireCompany(ctx, query)
  const columns = columnsFor(ctx)
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

type Column = readonly [heading: string, cell: (entry: AuditRow) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  /** Without a phrase, the name itself is shown. */
  const worded = (area: string, value: string) => {
    const key = `audit.${area}.${value}`
    const text = ctx.phrase(key as PhraseKey)
    return text === key ? value : text
  }
  const actor = (entry: AuditRow) => entry.actor_name ?? phrase('audit.system')
  const acting = (entry: AuditRow) =>
    entry.acting_company_name === null
      ? null
      : ctx.phrase(entry.from_outside ? 'audit.actedHere' : 'audit.actedThere', {
          company: entry.acting_company_name,
        })
  const part = (entry: AuditRow, name: string) =>
    entry.detail[name] === undefined ? null : JSON.stringify(entry.detail[name])
  return [
    [phrase('audit.at'), (entry) => entry.at],
    [phrase('audit.company'), (entry) => entry.company_name],
    [
      phrase('audit.who'),
      (entry) => [actor(entry), acting(entry)].filter((name) => name !== null).join(' · '),
    ],
    [phrase('audit.account'), (entry) => entry.actor_account],
    [phrase('audit.accountId'), (entry) => entry.person_id],
    [phrase('audit.action'), (entry) => worded('actions', entry.action)],
    [
      phrase('audit.kind'),
      (entry) => (entry.subject_kind === null ? null : worded('kinds', entry.subject_kind)),
    ],
    [phrase('audit.object'), (entry) => entry.subject_name],
    [phrase('audit.subjectId'), (entry) => entry.subject_id],
    [phrase('audit.address'), (entry) => entry.address],
    [phrase('audit.result'), (entry) => phrase(`audit.results.${resultOf(entry.action)}`)],
    [phrase('audit.before'), (entry) => part(entry, 'before')],
    [phrase('audit.after'), (entry) => part(entry, 'after')],
    [
      phrase('audit.detail'),
      ({ detail: { before: _before, after: _after, ...rest } }) =>
        Object.keys(rest).length === 0 ? null : JSON.stringify(rest),
    ],
    [phrase('audit.requestId'), (entry) => entry.request_id],
  ]
}
