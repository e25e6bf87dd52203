import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reportLanguages } from './line-report-values.ts'
import { reportBlock } from './report-blocks.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { statementKinds } from './statement-values.ts'

const month = z.iso
  .date()
  .regex(/-01$/)
  .meta({ examples: ['2026-10-01'] })

const row = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  kind: z.enum(statementKinds),
  /** Its first day. */
  month: z.string(),
  outlets: z.number().int(),
  devices: z.number().int(),
  orders: z.number().int(),
  /** Orders beyond the free ones of the package. */
  beyond: z.number().int(),
  /** Null: no SMS channel. */
  sms: z.number().int().nullable(),
  /** Data that came later would change it. */
  corrected: z.boolean(),
  madeAt: instant,
})

export const pageStatements = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/statement/lists',
  access: 'DMS_SERVER_REPORT',
  summary: 'Monthly statements of all visible companies, the newest first',
  input: pageInput.extend({
    companyId: id.optional(),
    month: month.optional(),
    kind: oneOrMany(z.enum(statementKinds)),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['month', '-month']).default('-month'),
  }),
  output: pageOf(row),
})

const one = z.object({ statementId: id, language: z.enum(reportLanguages) })

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/v1/statement/:statementId',
  access: 'DMS_SERVER_REPORT',
  summary: 'A monthly statement with what it says in a language',
  input: one,
  output: row.extend({ title: z.string(), subtitle: z.string(), blocks: z.array(reportBlock) }),
  errors: ['statement.not_found'],
})

export const printStatement = endpoint({
  method: 'GET',
  path: '/api/v1/statement/:statementId/pdf',
  access: 'DMS_SERVER_REPORT',
  summary: 'The same as PDF',
  input: one,
  output: z.null(),
  answer: 'pdf',
  errors: ['statement.not_found', 'report.too_long'],
})

export const exportStatement = endpoint({
  method: 'GET',
  path: '/api/v1/statement/:statementId/xlsx',
  access: 'DMS_SERVER_REPORT',
  summary: 'The figures as a workbook; of an MSP a row for each customer',
  input: one,
  output: z.null(),
  answer: 'xlsx',
  errors: ['statement.not_found'],
})
