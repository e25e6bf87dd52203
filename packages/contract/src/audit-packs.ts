import { z } from 'zod'
import { auditPackDays, auditPackSheets, auditPackStates } from './audit-pack-values.ts'
import { endpoint } from './endpoint.ts'
import { reportLanguages } from './line-report-values.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const day = z.iso.date().meta({ examples: ['2026-11-01'] })

const period = z.object({
  /** First and last day, by the clock of the company. */
  from: day,
  to: day,
  language: z.enum(reportLanguages),
})

function fits({ from, to }: z.output<typeof period>, context: z.RefinementCtx): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (!(days >= 1) || days > auditPackDays)
    context.addIssue({ code: 'custom', path: ['to'], message: 'validation.range' })
}

const row = z.object({
  id,
  from: z.string(),
  to: z.string(),
  language: z.enum(reportLanguages),
  state: z.enum(auditPackStates),
  /** Sheets that are complete, of how many. */
  sheetsDone: z.number().int(),
  sheetsTotal: z.number().int(),
  rows: z.number().int(),
  /** Bytes of the workbook; null: it is not ready. */
  size: z.number().int().nullable(),
  /** Of the workbook, in hexadecimal. */
  sha256: z.string().nullable(),
  sheets: z.array(z.object({ sheet: z.enum(auditPackSheets), rows: z.number().int(), sha256: z.string() })),
  authorName: z.string(),
  /** The company that its author came from; null: the company's own. */
  authorCompany: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** When it is deleted. */
  keptUntil: instant,
})

export const pageAuditPacks = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/audit/pack/lists',
  access: 'DMS_SERVER_AUDIT_PACK',
  summary: 'Audit packs of the company acted in, the newest first, with the progress of those being made',
  input: pageInput.extend({
    state: oneOrMany(z.enum(auditPackStates)),
    /** Part of the name of who asked. */
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(row),
})

export const makeAuditPack = endpoint({
  method: 'POST',
  path: '/api/v1/auth/audit/pack',
  access: 'DMS_SERVER_AUDIT_PACK',
  summary: `Make the audit pack of a period of at most ${auditPackDays} days; a job writes it`,
  input: period.superRefine(fits),
  output: z.object({ id }),
  errors: ['audit_pack.future', 'audit_pack.open'],
  audit: 'audit_pack.created',
})

export const downloadAuditPack = endpoint({
  method: 'POST',
  path: '/api/v1/auth/audit/pack/:packId/download',
  access: 'DMS_SERVER_AUDIT_PACK',
  summary: 'The workbook of an audit pack',
  input: z.object({ packId: id }),
  output: z.null(),
  answer: 'xlsx',
  errors: ['audit_pack.not_found', 'audit_pack.not_ready'],
  audit: 'audit_pack.downloaded',
})

export const deleteAuditPack = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/audit/pack/:packId',
  access: 'DMS_SERVER_AUDIT_PACK',
  summary: 'Delete an audit pack; one that is being made ends',
  inputKind: 'query',
  input: z.object({ packId: id }),
  output: done,
  errors: ['audit_pack.not_found'],
  audit: 'audit_pack.deleted',
})
