import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { sortableKeys } from './entity-fields.ts'
import { inputRules, rowRules } from './entity-rules.ts'
import { lineColumns, lineEntity } from './line-fields.ts'
import { isps, linePassword, lineTypes, wanStates } from './outlet-values.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const lineInput = {
  ...inputRules(lineEntity, {
    ipAddress: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
    deviceId: id.nullable().default(null),
  }),
  /** Of the account. Write only; omitted: unchanged, null: removed. */
  password: z
    .string()
    .min(1)
    .max(linePassword.most)
    .regex(linePassword.pattern, 'validation.unsendable')
    .nullable()
    .optional(),
}

const lineRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  outletId: id,
  outletName: z.string(),
  ...rowRules(lineEntity, { ipAddress: z.string().nullable(), deviceId: id.nullable() }),
  passwordSet: z.boolean(),
  deviceName: z.string().nullable(),
  /** Of that gateway. */
  presence: z.enum(['online', 'overdue', 'offline', 'unknown']).nullable(),
  wanState: z.enum(wanStates),
  createdAt: instant,
})

const lineSortColumns = sortableKeys(lineColumns)

export const lineQuery = pageInput.extend({
  /** Part of the name or the account of a line, or of the name of its outlet. */
  search: z.string().trim().max(100).optional(),
  outletId: id.optional(),
  companyId: id.optional(),
  isp: oneOrMany(z.enum(isps)),
  type: oneOrMany(z.enum(lineTypes)),
  sort: z.enum(lineSortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

export const pageLines = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/outlet/line/lists',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'Internet lines of an outlet, of the company acted in, or of all below it',
  input: lineQuery,
  output: pageOf(lineRow),
})

export const exportLines = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/line/export',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: lineQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'line.exported',
})

const lineWriteErrors = ['outlet.not_found', 'line.gateway_elsewhere', 'line.wan_taken'] as const

export const createLine = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/:outletId/line',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Add an internet line to an outlet',
  input: z.object({ outletId: id, ...lineInput }),
  output: lineRow,
  errors: lineWriteErrors,
  audit: 'line.created',
})

export const editLine = endpoint({
  method: 'PUT',
  path: '/api/v1/outlet/line/:lineId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Change an internet line: all fields are given',
  input: z.object({ lineId: id, ...lineInput }),
  output: lineRow,
  errors: ['line.not_found', 'line.gateway_elsewhere', 'line.wan_taken'],
  audit: 'line.edited',
})

export const deleteLine = endpoint({
  method: 'DELETE',
  path: '/api/v1/outlet/line/:lineId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Delete an internet line',
  inputKind: 'query',
  input: z.object({ lineId: id }),
  output: done,
  errors: ['line.not_found'],
  audit: 'line.deleted',
})

export const importLines = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/line/import',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary:
    'Import internet lines from a CSV (outlet, name, isp, type, bandwidth; optional the others): all rows or none; rows that exist are refused, or updated with existing=update, at most 10,000',
  inputKind: 'multipart',
  input: importInput,
  output: importResult,
  errors: importErrors,
  audit: 'line.imported',
})

export const previewLines = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/line/import/preview',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'What an import of internet lines would add, change (by outlet and name) and refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: importErrors,
})
