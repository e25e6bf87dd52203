import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { auditRanges, auditResults } from './audit-values.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const moment = z.iso.datetime({ offset: true })

const filters = z.object({
  /** Part of the actor's name or account. */
  search: z.string().trim().max(100).optional(),
  /** One company below, or all of them; omitted: the company acted in. */
  company: z.union([z.literal('all'), id]).optional(),
  action: oneOrMany(z.string().max(60)),
  kind: oneOrMany(z.string().max(40)),
  subjectId: z.string().trim().max(60).optional(),
  requestId: z.string().trim().max(60).optional(),
  /** Up to now; `today` is the calendar day of the company acted in. `from` and `to` take precedence. */
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
  /** Whose account it was, whatever name they have. */
  actorId: id.nullable(),
  /** The account by its name at the time; masked where that is an address. */
  actorAccount: z.string().nullable(),
  /** People of that company acted here (`here`), or people of this one acted there. */
  acting: z.object({ companyName: z.string(), here: z.boolean() }).nullable(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  /** What the object is called by now; null where the reader does not see it, or it is gone. */
  subjectName: z.string().nullable(),
  /** From which address somebody acted. */
  address: z.string().nullable(),
  result: z.enum(auditResults),
  detail: z.record(z.string(), z.unknown()),
  /** The company no longer admits the reader: its log shows what happened without the details. */
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
