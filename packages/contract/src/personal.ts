import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { lineStates } from './line-quality-values.ts'
import { healthBands } from './outlet-health-values.ts'
import { personalKinds } from './personal-values.ts'
import { done, id, instant } from './schemas.ts'
import { orderStates } from './states/work-order.ts'

const kind = z.enum(personalKinds)

const item = z.object({
  kind,
  id,
  name: z.string(),
  companyName: z.string(),
  /** Of a device. */
  type: z.enum(deviceTypes).nullable(),
  presence: z.enum(['online', 'overdue', 'offline', 'unknown']).nullable(),
  /** Of an outlet. */
  score: z.number().int().nullable(),
  band: z.enum(healthBands).nullable(),
  /** Of an order. */
  number: z.number().int().nullable(),
  state: z.enum(orderStates).nullable(),
  /** Of a line. */
  lineState: z.enum(lineStates).nullable(),
  starredAt: instant.nullable(),
  seenAt: instant.nullable(),
})

export const personalItems = endpoint({
  method: 'GET',
  path: '/api/v1/personal',
  access: 'session',
  summary:
    'What the caller follows, and opened last, in the scope of the request; what they no longer see is left out',
  input: z.object({}),
  output: z.object({ items: z.array(item) }),
})

export const starItem = endpoint({
  method: 'PUT',
  path: '/api/v1/personal/star',
  access: 'session',
  summary: 'Follow something, or no longer',
  input: z.object({ kind, id, starred: z.boolean() }),
  output: done,
  errors: ['workbench.too_many_stars'],
})

export const seeItem = endpoint({
  method: 'PUT',
  path: '/api/v1/personal/seen',
  access: 'session',
  summary: 'Remember that the caller opened something',
  input: z.object({ kind, id }),
  output: done,
})

export const visit = endpoint({
  method: 'POST',
  path: '/api/v1/personal/visit',
  access: 'DMS_SERVER_MANAGE_WORKBENCH',
  summary:
    'What changed since the caller was here last. A count that the caller may not open is absent; each stops at 10,000',
  input: z.object({}),
  output: z.object({
    /** Null: the first visit. */
    since: instant.nullable(),
    alarmsRaised: z.number().int().optional(),
    alarmsCleared: z.number().int().optional(),
    ordersCreated: z.number().int().optional(),
  }),
})
