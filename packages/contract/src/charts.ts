import { z } from 'zod'
import { isTimeZone } from './clock.ts'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { noRegion } from './outlet-region.ts'
import { isps } from './outlet-values.ts'
import { outletRegion } from './outlets.ts'
import { chartCodes, panelPageKinds, panelTones } from './panels/panel.ts'
import { panelKeys } from './panels/panels.ts'
import { id, instant, oneOrMany } from './schemas.ts'

const chart = z.enum(chartCodes)
const panel = z.enum(panelKeys)
/** Values of a list's filters, as its endpoint takes them. */
const opens = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** In which days begin: the reader's. */
export const askedZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'validation.format')
  .default('Asia/Shanghai')
  .meta({ examples: ['Asia/Shanghai'] })

/** By what a page is narrowed. */
export const askedFilters = {
  companyId: id.optional(),
  region: z.literal(noRegion).or(outletRegion).optional(),
  departmentId: id.optional(),
  type: oneOrMany(z.enum(deviceTypes)),
  isp: oneOrMany(z.enum(isps)),
}

const asked = z.object({
  panel,
  /** At most 400 days. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  timeZone: askedZone,
  ...askedFilters,
})

const row = z.object({
  /** Of the thing or the step; unique in the answer. */
  key: z.string(),
  /** In the caller's language; a name from a device is text, never markup. */
  label: z.string(),
  /** Of steps and events. */
  at: instant.nullable(),
  /** By the measures of the panel. Null: no data, or a denominator of zero. */
  values: z.array(z.number().nullable()),
  /** Of the period before. */
  before: z.array(z.number().nullable()).nullable(),
  /** What each value opens; null: nothing. */
  opens: z.array(opens.nullable()),
  tone: z.enum(panelTones).nullable(),
  group: z.string().nullable(),
  /** Of the first measure, by the steps of the period; null: the panel has none. */
  trend: z.array(z.number().nullable()).nullable(),
  /** The thing whose page the row opens. */
  page: z.object({ kind: z.enum(panelPageKinds), id }).nullable(),
  companyId: id.nullable(),
})

export const chartPanels = endpoint({
  method: 'GET',
  path: '/api/v1/chart/page/:chart',
  access: 'session',
  summary: 'The panels of a page of charts that the person may see, in their order',
  input: z.object({ chart }),
  output: z.object({ panels: z.array(panel) }),
  errors: ['permission.denied'],
})

export const chartPanel = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/chart/panel',
  access: 'session',
  summary: 'What one panel shows of a period, in the scope of the request',
  input: asked,
  output: z.object({
    asOf: instant,
    from: instant,
    to: instant,
    /** Seconds of a step; null: no steps, or calendar months. */
    step: z.number().int().nullable(),
    /** With what it is compared; null: with nothing. */
    before: z.object({ from: instant, to: instant }).nullable(),
    /** How much of what should have been measured was; null: it is not measured. */
    coverage: z.number().nullable(),
    /** Too few answers for a figure; there is more than is shown; or data came after the month was closed. */
    note: z.enum(['too_few', 'cut', 'provisional', 'corrected']).nullable(),
    rows: z.array(row),
  }),
  errors: ['permission.denied', 'chart.period_wrong'],
})

export const printPage = endpoint({
  method: 'POST',
  path: '/api/v1/chart/page/:chart/pdf',
  access: 'session',
  summary: 'All panels of a page of charts that the person may see, as PDF',
  input: asked.omit({ panel: true }).extend({ chart }),
  output: z.null(),
  answer: 'pdf',
  errors: ['permission.denied', 'chart.period_wrong', 'chart.too_long'],
  audit: 'chart.printed',
})

export const exportPanel = endpoint({
  method: 'POST',
  path: '/api/v1/chart/panel/export',
  access: 'session',
  summary: 'The same as CSV',
  input: asked,
  output: z.null(),
  answer: 'csv',
  errors: ['permission.denied', 'chart.period_wrong'],
  audit: 'chart.exported',
})
