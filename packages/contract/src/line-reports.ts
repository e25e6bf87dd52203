import { z } from 'zod'
import { cityOf } from './cities.ts'
import { endpoint } from './endpoint.ts'
import { reportKinds, reportLanguages, reportLimits } from './line-report-values.ts'
import { outletRegion } from './outlets.ts'
import { isps } from './outlet-values.ts'
import { reportBlock } from './report-blocks.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const at = z.iso.datetime({ offset: true }).meta({ examples: ['2026-11-01T00:00:00+08:00'] })

const reportInput = z.object({
  /** Whose lines; omitted: of the company acted in. */
  companyId: id.optional(),
  kind: z.enum(reportKinds),
  language: z.enum(reportLanguages),
  from: at,
  to: at,
  /** Of `lines`: these, or those that fit the filters. Of `comparison`: two to four, or with the period before one or two. */
  lineIds: z.array(id).max(reportLimits.lines).default([]),
  isp: z.enum(isps).optional(),
  region: outletRegion.optional(),
  /** GB/T 2260: of sites in this city. */
  cityCode: z
    .string()
    .refine((code) => cityOf(code) !== null, 'validation.format')
    .meta({ examples: ['310100'] })
    .optional(),
  /** Of `outlet`: its lines. Of `lines`: a filter. */
  outletId: id.optional(),
  /** Of `comparison`: each line beside itself in the period before. */
  before: z.boolean().default(false),
})

function fitsKind(input: z.output<typeof reportInput>, context: z.RefinementCtx): void {
  const days = (Date.parse(input.to) - Date.parse(input.from)) / 86_400_000
  if (!(days > 0) || days > reportLimits.days)
    context.addIssue({ code: 'custom', path: ['to'], message: 'validation.range' })
  if (input.kind === 'outlet' && input.outletId === undefined)
    context.addIssue({ code: 'custom', path: ['outletId'], message: 'validation.missing' })
  const compared = new Set(input.lineIds).size
  const [least, most] = input.before ? [1, reportLimits.compared / 2] : [2, reportLimits.compared]
  if (input.kind === 'comparison' && (compared < least || compared > most))
    context.addIssue({ code: 'custom', path: ['lineIds'], message: 'validation.format' })
}

const reportRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  kind: z.enum(reportKinds),
  title: z.string(),
  language: z.enum(reportLanguages),
  from: instant,
  to: instant,
  lines: z.number().int(),
  authorName: z.string(),
  createdAt: instant,
})

const report = reportRow.extend({
  subtitle: z.string(),
  blocks: z.array(reportBlock),
})

export const pageReports = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/report/lists',
  access: 'DMS_SERVER_LINE',
  summary:
    "Reports on lines of all visible companies, the newest first; with a data scope only the caller's own",
  input: pageInput.extend({
    companyId: id.optional(),
    kind: oneOrMany(z.enum(reportKinds)),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(reportRow),
})

export const createReport = endpoint({
  method: 'POST',
  path: '/dial/api/v1/report',
  access: 'DMS_SERVER_LINE',
  summary: `Make a report on at most ${reportLimits.lines} lines of one company, of at most ${reportLimits.days} days`,
  input: reportInput.superRefine(fitsKind),
  output: reportRow,
  errors: [
    'report.no_lines',
    'report.too_many_lines',
    'outlet.not_found',
    'line.not_found',
    'company.not_found',
    'metrics.unavailable',
  ],
  audit: 'report.created',
})

export const getReport = endpoint({
  method: 'GET',
  path: '/dial/api/v1/report/:reportId',
  access: 'DMS_SERVER_LINE',
  summary: 'A report with what it says',
  input: z.object({ reportId: id }),
  output: report,
  errors: ['report.not_found'],
})

export const printReport = endpoint({
  method: 'GET',
  path: '/dial/api/v1/report/:reportId/pdf',
  access: 'DMS_SERVER_LINE',
  summary: 'The same as PDF',
  input: z.object({ reportId: id }),
  output: z.null(),
  answer: 'pdf',
  errors: ['report.not_found', 'report.too_long'],
})

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/dial/api/v1/report/:reportId',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Delete a report',
  inputKind: 'query',
  input: z.object({ reportId: id }),
  output: done,
  errors: ['report.not_found'],
  audit: 'report.deleted',
})
