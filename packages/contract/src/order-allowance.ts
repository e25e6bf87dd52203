import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './schemas.ts'

/** Yuan. */
export const orderPrice = z.number().min(0).max(9_999_999)

/** What an order costs: beyond the free ones of the package, and the price that was agreed for it then. */
export const orderCost = z.object({ beyond: z.boolean(), price: orderPrice.nullable() })

export const getOrderAllowance = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/allowance',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Free work orders of the package of the company acted in, or of that of an alarm, device, line or site: used in this contract year, and the price of an order beyond them',
  input: z.object({
    alarmId: id.optional(),
    deviceId: id.optional(),
    lineId: id.optional(),
    outletId: id.optional(),
  }),
  output: z.object({
    used: z.number().int(),
    /** Null: without limit. */
    free: z.number().int().nullable(),
    /** First day of the next contract year. */
    resetsOn: z.string(),
    /** Of an order now; null: it is free, or no price is agreed. */
    price: orderPrice.nullable(),
  }),
  errors: ['work_order.subject_not_found'],
})
