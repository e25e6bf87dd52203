import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { healthBands } from './outlet-health-values.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { quotaKinds } from './states/licence.ts'

const count = z.number().int()
const bands = z.object({ good: count, fair: count, poor: count, unknown: count })
/** As lists of devices filter them. */
const devices = z.object({ online: count, overdue: count, offline: count, unknown: count })
const alarms = z.object({ critical: count, major: count, others: count })
const orders = z.object({ open: count, overdue: count })

/** Figures of both overviews, as the lists that they open; a part without permission or product is absent. */
const strip = {
  asOf: instant,
  outlets: bands.optional(),
  devices: devices.optional(),
  alarms: alarms.optional(),
  orders: orders.optional(),
}

export const globalOverview = endpoint({
  method: 'GET',
  path: '/api/v1/chart/overview/global',
  access: 'DMS_SERVER_MANAGE_WORKBENCH',
  summary: 'Over all companies in sight: figures, campaigns that run, licences that end within 30 days',
  input: z.object({}),
  output: z.object({
    ...strip,
    customers: count,
    campaigns: z
      .array(
        z.object({
          id,
          name: z.string(),
          companyName: z.string(),
          targets: count,
          verified: count,
          failed: count,
        }),
      )
      .optional(),
    licences: z
      .array(
        z.object({
          companyId: id,
          companyName: z.string(),
          kind: z.enum(quotaKinds),
          quantity: count,
          endsAt: instant,
        }),
      )
      .optional(),
  }),
})

const customerSorts = ['name', 'score', 'offline', 'critical', 'overdue', 'quota', 'endsAt'] as const

export const pageCustomers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/chart/overview/customers/lists',
  access: 'DMS_SERVER_MANAGE_WORKBENCH',
  summary: 'Customers in sight with how they do, the worst first',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    /** Of their worst outlet. */
    band: oneOrMany(z.enum(healthBands)),
    sort: z.enum(customerSorts.flatMap((key) => [key, `-${key}`] as const)).default('score'),
  }),
  output: pageOf(
    z.object({
      id,
      name: z.string(),
      code: z.string(),
      status: z.string(),
      outlets: count,
      /** Of the worst outlet; null: none has a score. */
      score: count.nullable(),
      band: z.enum(healthBands),
      /** Outlets that are offline. */
      offline: count,
      critical: count,
      /** Null without work orders. */
      overdue: count.nullable(),
      /** Share of 1 of the quota used most; null: nothing is limited. */
      quota: z.number().nullable(),
      quotaKind: z.enum(quotaKinds).nullable(),
      endsAt: instant.nullable(),
    }),
  ),
})

export const networkOverview = endpoint({
  method: 'GET',
  path: '/api/v1/chart/overview/network',
  access: 'DMS_SERVER_MANAGE_WORKBENCH',
  summary: 'Of one company: figures, lines now and in 24 hours, types, changes, drift and firmware',
  input: z.object({}),
  output: z.object({
    ...strip,
    types: z.array(z.object({ type: z.enum(deviceTypes), total: count, online: count })).optional(),
    lines: z
      .object({
        up: count,
        down: count,
        blind: count,
        unmeasured: count,
        /** Means of 24 hours: per cent, milliseconds; null: nothing was measured. */
        loss: z.number().nullable(),
        rtt: z.number().nullable(),
      })
      .optional(),
    configuration: z.object({ drifted: count, failed: count, conflict: count, outdated: count }).optional(),
    /** Within 24 hours. */
    changes: z.object({ added: count, appeared: count, vanished: count, moved: count }).optional(),
  }),
})
