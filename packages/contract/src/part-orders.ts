import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partSerial } from './part-stock.ts'
import { mostSerialsAtOnce, partReservationStates } from './part-values.ts'
import { done, id, instant } from './schemas.ts'

const orderMissing = ['work_order.not_found'] as const
const quantity = z.number().int().min(1).max(100_000)

export const partsOfOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/part',
  access: 'DMS_SERVER_PART',
  summary: 'Parts of the company acted in that are reserved for an order, or were used on it',
  input: z.object({ orderId: id }),
  output: z.array(
    z.object({
      id,
      warehouseId: id,
      warehouseName: z.string(),
      modelId: id,
      brand: z.string(),
      modelName: z.string(),
      serialId: id.nullable(),
      serial: z.string().nullable(),
      quantity: z.number().int(),
      /** How many the order uses: they are issued when it is resolved, the rest is freed. */
      used: z.number().int(),
      state: z.enum(partReservationStates),
      reservedAt: instant,
      reservedBy: z.string(),
      endedAt: instant.nullable(),
    }),
  ),
  errors: [...orderMissing],
})

export const reserveParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/part',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Reserve parts for an order that is not resolved, by serial numbers or by model and quantity',
  input: z.object({
    orderId: id,
    warehouseId: id,
    serials: z.array(partSerial).max(mostSerialsAtOnce).default([]),
    modelId: id.optional(),
    quantity: quantity.optional(),
  }),
  output: z.object({ reserved: z.number().int() }),
  errors: [
    ...orderMissing,
    'part.order_over',
    'warehouse.not_found',
    'part_model.not_found',
    'part.serial_needed',
    'part.quantity_needed',
    'part.serial_unknown',
    'part.serial_twice',
    'part.serial_elsewhere',
    'part.not_enough',
  ],
  audit: 'part.reserved',
})

export const setPartUsed = endpoint({
  method: 'PUT',
  path: '/api/v1/work/order/:orderId/part/:reservationId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Say how many of a reservation the order uses; all unless somebody says less',
  input: z.object({ orderId: id, reservationId: id, used: z.number().int().min(0).max(100_000) }),
  output: done,
  errors: ['part.reservation_not_found', 'part.reservation_over', 'part.used_too_many'],
  audit: 'part.used_set',
})

export const freeParts = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/order/:orderId/part/:reservationId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Free a reservation: its parts are available again',
  input: z.object({ orderId: id, reservationId: id }),
  output: done,
  errors: ['part.reservation_not_found', 'part.reservation_over'],
  audit: 'part.freed',
})

export const replacementsOfOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/replacement',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Devices that were replaced on an order, and where the broken ones went',
  input: z.object({ orderId: id }),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null: deleted since. */
      oldDeviceId: id.nullable(),
      oldSerial: z.string(),
      newDeviceId: id.nullable(),
      newSerial: z.string(),
      replacedAt: instant,
      replacedBy: z.string(),
      /** Where the company acted in took the broken device; null: it has not, or is not to know. */
      returned: z
        .object({ at: instant, serialId: id, serial: z.string(), warehouseName: z.string() })
        .nullable(),
    }),
  ),
  errors: [...orderMissing],
})

export const brokenOfOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/broken',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'The device of an order that a piece may replace; null: it has none, or it was replaced',
  input: z.object({ orderId: id }),
  output: z.object({ id, name: z.string(), serial: z.string(), isGateway: z.boolean() }).nullable(),
  errors: [...orderMissing],
})

const returned = {
  warehouseId: id,
  /** Of a broken device without one. */
  serial: partSerial.optional(),
  /** Of a broken device that never was in stock. */
  modelId: id.optional(),
  note: z.string().trim().max(1000).default(''),
}
const returnErrors = [
  'warehouse.not_found',
  'part_model.not_found',
  'part.serial_needed',
  'part.serial_known',
  'part.serial_elsewhere',
] as const

export const replaceOrderDevice = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/replacement',
  access: 'DMS_SERVER_PART_EDIT',
  summary:
    'Replace the device of an order by a piece that is reserved for it: the device keeps its history, the new one has its name and place, the piece is issued, and the broken one may return to stock. A gateway is claimed without a site first',
  input: z.object({
    orderId: id,
    /** Of a warehouse of the company, or `shared`: of another company, by a key that shows the serial number. */
    reservationId: id,
    shared: z.boolean().default(false),
    /** Where the broken device goes; absent: it returns later. */
    back: z.object(returned).optional(),
  }),
  output: z.object({ id, newDeviceId: id }),
  errors: [
    ...orderMissing,
    'part.order_over',
    'part.reservation_not_found',
    'part.reservation_over',
    'part.serial_needed',
    'part_replacement.no_device',
    'part_replacement.gateway_needed',
    'device.not_found',
    'device.move_not_allowed',
    ...returnErrors,
  ],
  audit: 'part_replacement.made',
})

export const returnBroken = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/replacement/:replacementId/return',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Take a broken device that was replaced into a warehouse, as defective',
  input: z.object({ orderId: id, replacementId: id, ...returned }),
  output: done,
  errors: [...orderMissing, 'part_replacement.not_found', 'part_replacement.returned', ...returnErrors],
  audit: 'part_replacement.returned',
})
