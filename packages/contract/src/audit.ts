import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { auditRanges } from './audit-values.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const moment = z.iso.datetime({ offset: true })

const filters = z.object({
  /** Part of the name of whoever did it. */
  search: z.string().trim().max(100).optional(),
  /** One company below, or all of them; without it the company acted in. */
  company: z.union([z.literal('all'), id]).optional(),
  action: oneOrMany(z.string().max(60)),
  kind: oneOrMany(z.string().max(40)),
  subjectId: z.string().trim().max(60).optional(),
  requestId: z.string().trim().max(60).optional(),
  /** Up to now; `today` is the calendar day of the company acted in. `from` and `to` go before it. */
  range: z.enum(auditRanges).optional(),
  from: moment.optional(),
  to: moment.optional(),
})

const entry = z.object({
  id,
  at: instant,
  companyId: id,
  companyName: z.string(),
  action: z.string(),
  actorName: z.string().nullable(),
  /** Somebody of that company did it here (`here`), or somebody of this one did it there. */
  acting: z.object({ companyName: z.string(), here: z.boolean() }).nullable(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** The company lets the reader in no more: its log says what happened, and withholds the details. */
  withheld: z.boolean(),
  requestId: z.string().nullable(),
})

export const pageAudit = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/audit/lists',
  access: 'DMS_SERVER_SYSTEM_AUDIT_LOG',
  summary: 'Who did what, newest first, in the company acted in or those below it',
  input: pageInput.omit({ sort: true }).extend(filters.shape),
  output: pageOf(entry),
  errors: ['company.not_found'],
})

export const exportAudit = endpoint({
  method: 'POST',
  path: '/api/v1/auth/audit/export',
  access: 'DMS_SERVER_SYSTEM_AUDIT_LOG',
  summary:
    'The same list as CSV (filters with page 1; the newest 50,000 entries at most, the last line says when there are more)',
  input: pageInput.omit({ sort: true }).extend(filters.shape),
  output: z.null(),
  answer: 'csv',
  errors: ['company.not_found'],
  audit: 'audit.exported',
})

export const auditCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/auth/audit/companies',
  access: 'DMS_SERVER_SYSTEM_AUDIT_LOG',
  summary: 'Companies whose log the caller sees, 20 at most',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.array(z.object({ id, name: z.string() })),
})
