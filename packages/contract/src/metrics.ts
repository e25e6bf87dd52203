import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { metricNames, metricUnits } from './metric-catalogue.ts'
import { id, instant } from './schemas.ts'

const metricName = z.enum(metricNames)
const at = z.iso.datetime({ offset: true })
const instance = z.string().max(200)

/** Longest range of a request, in days: the longest storage cycle and a day. */
export const longestRangeDays = 367

const rangeInput = z.object({
  /** What the values are of: exactly one. A line shows the WAN of the gateway that carries it. */
  deviceId: id.optional(),
  lineId: id.optional(),
  metrics: z.array(metricName).min(1).max(24),
  /** Only these; omitted: all, at most 200 series, those with the highest values first. */
  instances: z.array(instance).min(1).max(50).optional(),
  from: at,
  to: at,
  /** How many values a series has at most: the step follows. */
  points: z.coerce.number().int().min(2).max(2000).default(300),
  /** Also the values of the period before (operations.md §1). */
  compare: z.boolean().default(false),
  /** Also p95 where it is read apart: of ranges by hours, whose curve comes sooner without it. */
  percentile: z.boolean().default(true),
})

function oneSubject(
  { deviceId, lineId, from, to }: Pick<z.output<typeof rangeInput>, 'deviceId' | 'lineId' | 'from' | 'to'>,
  context: z.RefinementCtx,
): void {
  if ((deviceId === undefined) === (lineId === undefined))
    context.addIssue({ code: 'custom', path: ['deviceId'], message: 'validation.oneSubject' })
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days > 0) || days > longestRangeDays)
    context.addIssue({ code: 'custom', path: ['to'], message: 'validation.range' })
}

const values = z.array(z.number().nullable())

/** One series. Counters are rates per second. A null is a gap: nothing was measured. */
const seriesValues = z.object({
  metric: metricName,
  instance: z.string(),
  /** What people call the instance: an interface's alias, a sensor's name. */
  label: z.string(),
  unit: z.enum(metricUnits),
  /** One per step from `start`: the catalogue's aggregate, and the extremes within the step. */
  values,
  lows: values,
  highs: values,
  /** Of the period before, step by step; absent without `compare`. */
  before: values.optional(),
  /** Over the range; null without values. p95 as carriers bill: of values of 5 minutes; null where it was not asked for. */
  min: z.number().nullable(),
  mean: z.number().nullable(),
  max: z.number().nullable(),
  p95: z.number().nullable(),
  last: z.number().nullable(),
})

export const metricRange = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/metrics/range',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Values of a device or a line over time, in equal steps',
  input: rangeInput.superRefine(oneSubject),
  output: z.object({
    /** Milliseconds since 1970; the first step begins at `start`. */
    start: z.number(),
    stepSeconds: z.number(),
    steps: z.number().int(),
    /** What was read: samples, or rollups of 5 minutes or an hour. */
    resolution: z.enum(['samples', '5m', '1h']),
    /** By how many days the period before is earlier; null without `compare`. */
    beforeDays: z.number().nullable(),
    asOf: instant,
    series: z.array(seriesValues),
    /** There are more series than were sent. */
    more: z.boolean(),
  }),
  errors: ['device.not_found', 'line.not_found', 'metrics.unavailable'],
})

export const exportMetrics = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/metrics/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The same values as CSV: a row per time and series',
  input: rangeInput.omit({ compare: true, percentile: true }).superRefine(oneSubject),
  output: z.null(),
  answer: 'csv',
  errors: ['device.not_found', 'line.not_found', 'metrics.unavailable'],
  audit: 'metrics.exported',
})

export const latestMetrics = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/metrics/latest',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'The last value of each series of a device, with its time; counters as rates of the last two samples',
  input: z.object({ deviceId: id, metrics: z.array(metricName).min(1).max(metricNames.length).optional() }),
  output: z.array(
    z.object({
      metric: metricName,
      instance: z.string(),
      label: z.string(),
      unit: z.enum(metricUnits),
      value: z.number().nullable(),
      at: instant,
      /** Limits of the part itself, such as a sensor's. */
      low: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
  errors: ['device.not_found', 'metrics.unavailable'],
})

export const topMetrics = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/metrics/top',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'The series with the highest (or lowest) values over a range, of an outlet or the company acted in',
  input: z.object({
    metric: metricName,
    outletId: id.optional(),
    from: at,
    to: at,
    by: z.enum(['mean', 'max', 'p95', 'last']).default('mean'),
    lowest: z.boolean().default(false),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  output: z.array(
    z.object({
      deviceId: id,
      deviceName: z.string(),
      instance: z.string(),
      label: z.string(),
      unit: z.enum(metricUnits),
      value: z.number(),
    }),
  ),
  errors: ['outlet.not_found', 'metrics.unavailable', 'metrics.too_many_series'],
})

/** Bytes a second of one direction, one per step; null: no line was measured. */
const rates = z.array(z.number().nullable())

export const outletMetrics = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/metrics/outlet',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'How an outlet does: traffic of its lines now and over time, clients, devices and the worst of them',
  input: z
    .object({
      outletId: id,
      from: at,
      to: at,
      points: z.coerce.number().int().min(2).max(2000).default(96),
    })
    .superRefine(({ from, to }, context) => {
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
      if (!(days > 0) || days > longestRangeDays)
        context.addIssue({ code: 'custom', path: ['to'], message: 'validation.range' })
    }),
  output: z.object({
    /** Milliseconds since 1970; the first step begins at `start`. */
    start: z.number(),
    stepSeconds: z.number(),
    steps: z.number().int(),
    asOf: instant,
    /** Over the lines: those without a value in a step are left out of it. */
    down: rates,
    up: rates,
    /** Lines that a gateway carries, at most 50; bytes a second now, null where nothing was measured lately. */
    lines: z.array(
      z.object({ lineId: id, name: z.string(), down: z.number().nullable(), up: z.number().nullable() }),
    ),
    /** Wi-Fi clients of all its devices now; null where none counts any. */
    clients: z.number().nullable(),
    devices: z.object({ total: z.number().int(), online: z.number().int() }),
    /** The device whose worst value is beyond its limit, critical before warning. */
    worst: z
      .object({
        deviceId: id,
        deviceName: z.string(),
        deviceType: z.string(),
        metric: metricName,
        label: z.string(),
        value: z.number(),
        unit: z.enum(metricUnits),
        level: z.enum(['warning', 'critical']),
      })
      .nullable(),
  }),
  errors: ['outlet.not_found', 'metrics.unavailable'],
})

export const seriesLimit = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/metrics/limit',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Series of the company acted in, and how many it may have',
  input: z.object({}),
  output: z.object({
    series: z.number().int(),
    limit: z.number().int(),
    /** When the limit last refused a series, within the last hour. */
    refusedAt: instant.nullable(),
  }),
})
