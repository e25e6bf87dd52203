import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, pageOf } from './schemas.ts'

/** Kinds of pending work, each with the list that shows it. */
export const waitingKinds = [
  'break_glass',
  'acting_requests',
  'unknown_gateways',
  'quarantined_gateways',
  'duplicate_gateways',
  'failed_commands',
  'holidays_missing',
  'registrations',
  'invitations',
] as const

/** What a new installation or company begins with, in this order. */
export const firstSteps = ['tenant', 'administrator', 'outlet', 'gateway'] as const

const event = z.object({
  id: z.string(),
  at: instant,
  /** As in the device's timeline, with its detail. */
  kind: z.string(),
  deviceId: id,
  deviceName: z.string(),
  companyName: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export const workbench = endpoint({
  method: 'GET',
  path: '/api/v1/workbench',
  access: 'DMS_SERVER_MANAGE_WORKBENCH',
  summary: 'Gateways by state, what waits for the person, and recent events, in the scope of the request',
  input: z.object({}),
  output: z.object({
    /** Null without permission to see devices. */
    gateways: z
      .object({
        online: z.number().int(),
        overdue: z.number().int(),
        offline: z.number().int(),
        unknown: z.number().int(),
        guarded: z.number().int(),
      })
      .nullable(),
    /** While there is no gateway: the steps that the person may take. */
    firstSteps: z.array(
      z.object({
        step: z.enum(firstSteps),
        done: z.boolean(),
        /** Of `administrator`: the tenant that has none. */
        companyId: id.nullable(),
      }),
    ),
    /** Only kinds whose list the person may open, and that are not empty. */
    waiting: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        count: z.number().int(),
      }),
    ),
    events: z.array(event),
  }),
})

export const failedCommands = endpoint({
  method: 'GET',
  path: '/api/v1/workbench/failed-commands',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Commands that failed within the last 24 hours, in the scope of the request, the newest first',
  input: z.object({
    page: z.coerce.number().int().min(1).max(1000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: pageOf(event),
})
