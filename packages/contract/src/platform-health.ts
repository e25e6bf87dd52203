import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { channelKinds, sendFailures } from './integration-values.ts'
import { id, instant, pageInput, pageOf } from './schemas.ts'
import { seriesLimitBounds } from './setting-values.ts'

const count = z.number().int()
const access = 'DMS_SERVER_SYSTEM_PLATFORM_HEALTH'
const sortOf = <const Key extends string>(keys: readonly Key[]) =>
  z.enum(keys.flatMap((key) => [key, `-${key}`] as const))
const search = z.string().trim().max(100).optional()

const task = z.object({
  task: z.string(),
  /** Due, and no worker has it. */
  waiting: count,
  /** Not due yet, or put off after an attempt that failed. */
  later: count,
  running: count,
  /** No attempt is left. */
  failed: count,
  /** When the oldest that waits was due. */
  oldestAt: instant.nullable(),
})

export const platformHealth = endpoint({
  method: 'GET',
  path: '/api/v1/platform/health',
  access,
  summary: 'How the platform does: figures, the queue by task, and the last 24 hours by five minutes',
  input: z.object({}),
  output: z.object({
    asOf: instant,
    /** Devices whose last round is more than 10 minutes ago, counted every minute. */
    late: count,
    lateCompanies: count,
    /** Null: no worker has counted yet. */
    countedAt: instant.nullable(),
    failedDeliveries: count,
    /** Of the last five minutes that are over; null: nobody wrote or looked in them. */
    samplesPerSecond: z.number().nullable(),
    databaseBytes: z.number(),
    /** Companies whose limit refused new series in the last hour. */
    refusing: count,
    tasks: z.array(task),
    /** Oldest first; five minutes in which nobody looked are missing, or have no counts. */
    course: z.array(
      z.object({
        at: instant,
        samplesPerMinute: z.number(),
        late: count.nullable(),
        waiting: count.nullable(),
      }),
    ),
  }),
})

export const pageLatePolls = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/platform/health/late/lists',
  access,
  summary: 'Devices whose last round is overdue, by company and by the probe or poller that asks them',
  input: pageInput.extend({
    search,
    sort: sortOf(['companyName', 'devices', 'oldestAt']).default('oldestAt'),
  }),
  output: pageOf(
    z.object({
      companyId: id,
      companyName: z.string(),
      probeId: id.nullable(),
      /** Name of the probe or the poller; null: no process does. */
      askedBy: z.string().nullable(),
      devices: count,
      /** The last round of the device that waits longest. */
      oldestAt: instant,
    }),
  ),
})

export const pageFailedDeliveries = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/platform/health/deliveries/lists',
  access,
  summary: 'Notifications that failed, of all companies, without their text and their recipients',
  input: pageInput.extend({ search, sort: sortOf(['createdAt']).default('-createdAt') }),
  output: pageOf(
    z.object({
      id,
      createdAt: instant,
      companyId: id,
      companyName: z.string(),
      kind: z.literal(channelKinds).nullable(),
      channelName: z.string().nullable(),
      attempts: count,
      reason: z.enum(sendFailures).nullable(),
    }),
  ),
})

export const pageCompanySeries = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/platform/health/series/lists',
  access,
  summary: 'Series, samples and estimated bytes of each company that measures, with its limit of series',
  input: pageInput.extend({
    search,
    /** Only companies whose limit refused series in the last hour. */
    refusing: z.enum(['yes']).optional(),
    sort: sortOf(['companyName', 'series', 'used', 'samples', 'bytes', 'refused']).default('-samples'),
  }),
  output: pageOf(
    z.object({
      companyId: id,
      companyName: z.string(),
      series: count,
      limit: count,
      /** It has a limit of its own. */
      ownLimit: z.boolean(),
      /** A day, the mean of up to seven days that are over; null: none is. */
      samples: z.number().nullable(),
      /** That these samples take over the storage cycle of the company, estimated. */
      bytes: z.number().nullable(),
      /** What a sample takes. `measured`: in the last whole week; otherwise an assumption. */
      sampleBytes: z.number(),
      measured: z.boolean(),
      /** Refusals of today and yesterday: a device that keeps reporting a series is refused again. */
      refused: count,
      refusedAt: instant.nullable(),
    }),
  ),
})

export const setSeriesLimit = endpoint({
  method: 'PUT',
  path: '/api/v1/platform/health/series/:companyId',
  access,
  summary: 'Set how many series a company may have; null: as the setting of the platform says',
  input: z.object({
    companyId: id,
    limit: z.number().int().min(seriesLimitBounds.least).max(seriesLimitBounds.most).nullable(),
  }),
  output: z.object({ limit: count.nullable() }),
  errors: ['company.not_found'],
  audit: 'platform_health.limit_changed',
})
