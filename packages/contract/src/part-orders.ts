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
