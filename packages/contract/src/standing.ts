import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lineStates } from './line-quality-values.ts'
import { healthBands } from './outlet-health-values.ts'
import { id, instant } from './schemas.ts'
import { availabilityDays, spanStates } from './standing-values.ts'
import { configurationTroubles } from './template-values.ts'

const count = z.number().int()
const days = z.coerce
  .number()
  .int()
  .refine((value) => availabilityDays.some((one) => one === value), 'validation.range')
  .default(7)

/** From `from` to `to` without a gap, each span begins where the one before ends. */
const availability = z.object({
  from: instant,
  to: instant,
  /** Share of 1 of the minutes that count; null: none does. */
  share: z.number().nullable(),
  spans: z.array(z.object({ state: z.enum(spanStates), to: instant })),
})

/** Of active alarms, as the list that opens shows them. */
const alarms = z.object({ critical: count, major: count, minor: count, others: count })
const orders = z.object({ open: count, overdue: count })
/** Bytes a second; null: not measured lately. */
const throughput = z.object({ name: z.string(), down: z.number().nullable(), up: z.number().nullable() })
const line = z.object({
  id,
  name: z.string(),
  state: z.enum(lineStates),
  loss: z.number().nullable(),
  rtt: z.number().nullable(),
})

export const deviceStanding = endpoint({
  method: 'GET',
  path: '/api/v1/standing/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'How a device does, for the top of its page. A part that the device does not have, or the caller may not see, is absent; null: no data',
  input: z.object({ deviceId: id, days }),
  output: z.object({
    asOf: instant,
    presence: z.enum(['online', 'overdue', 'offline', 'unknown']),
    /** Null: as long as it is known. */
    since: instant.nullable(),
    availability,
    /** That it carries, the worst first. */
    lines: z.array(line).optional(),
    /** Of its WANs, or of its busiest port. */
    throughput: throughput.nullable().optional(),
    clients: count.nullable().optional(),
    alarms: alarms.optional(),
    orders: orders.optional(),
    configuration: z
      .object({
        trouble: z.enum(configurationTroubles).nullable(),
        /** Values that differ. */
        values: count,
        /** Whether templates apply to it. */
        applies: z.boolean(),
      })
      .optional(),
    firmware: z.object({
      version: z.string(),
      /** The campaign that wants another version. */
      campaign: z
        .object({ id, name: z.string(), version: z.string(), over: z.boolean() })
        .nullable()
        .optional(),
    }),
  }),
  errors: ['device.not_found'],
})

export const outletStanding = endpoint({
  method: 'GET',
  path: '/api/v1/standing/outlet/:outletId',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary:
    'How an outlet does, for the top of its page. A part that the caller may not see is absent; null: no data',
  input: z.object({ outletId: id, days }),
  output: z.object({
    asOf: instant,
    /** Null: its hours are unknown. */
    open: z.boolean().nullable(),
    health: z.object({
      score: count.nullable(),
      band: z.enum(healthBands),
      offline: z.boolean(),
      /** Null: not computed yet. */
      computedAt: instant.nullable(),
      lines: z.object({ minutes: count, within: count }),
      devices: z.object({ counted: count, online: count }),
      alarms: z.object({ critical: count, major: count, minor: count }),
      configuration: z.object({ gateways: count, sound: count, drifted: count, outdated: count }),
    }),
    availability,
    lines: z.object({ total: count, up: count, down: count, worst: line.nullable() }).optional(),
    throughput: throughput.nullable().optional(),
    clients: count.nullable().optional(),
    devices: z.object({ total: count, online: count, offline: count }).optional(),
    alarms: alarms.optional(),
    orders: orders.optional(),
  }),
  errors: ['outlet.not_found'],
})
