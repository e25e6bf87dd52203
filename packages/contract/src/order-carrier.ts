import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isps } from './outlet-values.ts'
import { id, instant } from './schemas.ts'

const moment = z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T10:00:00+08:00'] })

/** What the ISP said of a carrier fault. */
export const carrierFields = {
  isp: z.enum(isps),
  /** Its name, when it is another. */
  ispName: z.string().trim().max(60).default(''),
  /** Its number of the fault. */
  ticket: z.string().trim().max(60).default(''),
  reportedAt: moment.nullable().default(null),
  /** People are reminded when it passes without a restoration. */
  promisedAt: moment.nullable().default(null),
  restoredAt: moment.nullable().default(null),
  /** Yuan. */
  compensation: z.number().min(0).max(99_999_999).nullable().default(null),
  note: z.string().trim().max(1000).default(''),
}

export const carrierShown = z.object({
  isp: z.enum(isps),
  ispName: z.string(),
  ticket: z.string(),
  reportedAt: instant.nullable(),
  promisedAt: instant.nullable(),
  restoredAt: instant.nullable(),
  compensation: z.number().nullable(),
  note: z.string(),
})

export const setOrderCarrier = endpoint({
  method: 'PUT',
  path: '/api/v1/work/order/:orderId/carrier',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Write down what the ISP said of a carrier fault: its ticket, its promise, the restoration, the compensation',
  input: z.object({ orderId: id, version: z.number().int().min(1), ...carrierFields }),
  output: z.object({ version: z.number().int() }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.not_carrier',
    'work_order.restored_early',
  ],
  audit: 'work_order.carrier_set',
})
