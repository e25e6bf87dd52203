import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { orderFieldKinds, orderFieldLimits } from './order-form-values.ts'
import { done, id } from './schemas.ts'
import { orderTypes } from './work-order-values.ts'

const label = z.string().trim().max(60)
/** Either language shows the other's where its own is empty. */
const labels = { labelZh: label.default(''), labelEn: label.default('') }

export const orderFieldShown = z.object({
  id,
  type: z.enum(orderTypes),
  kind: z.enum(orderFieldKinds),
  labelZh: z.string(),
  labelEn: z.string(),
  required: z.boolean(),
  /** No longer offered; values that orders have stay. */
  archived: z.boolean(),
  options: z.array(
    z.object({ key: z.string(), labelZh: z.string(), labelEn: z.string(), archived: z.boolean() }),
  ),
})

const fieldInput = {
  ...labels,
  required: z.boolean().default(false),
  /** Of a choice. One without a key is new; one that is left out is archived. */
  options: z
    .array(z.object({ key: z.string().max(10).optional(), ...labels }))
    .max(orderFieldLimits.options)
    .default([]),
}

export const listOrderFields = endpoint({
  method: 'GET',
  path: '/api/v1/work/field',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'Custom fields of work orders, archived ones last: of the company of an order, a device, a line, an alarm or a site, else of the one acted in',
  input: z.object({
    orderId: id.optional(),
    alarmId: id.optional(),
    deviceId: id.optional(),
    lineId: id.optional(),
    outletId: id.optional(),
  }),
  output: z.array(orderFieldShown),
})

export const addOrderField = endpoint({
  method: 'POST',
  path: '/api/v1/work/field',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Add a custom field to one type of work orders',
  input: z.object({ type: z.enum(orderTypes), kind: z.enum(orderFieldKinds), ...fieldInput }),
  output: z.object({ id }),
  errors: [
    'order_field.label_missing',
    'order_field.label_taken',
    'order_field.options_missing',
    'order_field.too_many',
  ],
  audit: 'order_field.added',
})

export const editOrderField = endpoint({
  method: 'PUT',
  path: '/api/v1/work/field/:fieldId',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Change a custom field; its type of orders and its kind stay',
  input: z.object({ fieldId: id, ...fieldInput }),
  output: done,
  errors: [
    'order_field.not_found',
    'order_field.label_missing',
    'order_field.label_taken',
    'order_field.options_missing',
  ],
  audit: 'order_field.edited',
})

export const archiveOrderField = endpoint({
  method: 'POST',
  path: '/api/v1/work/field/:fieldId/archive',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Offer a custom field no longer, or again; values that orders have stay',
  input: z.object({ fieldId: id, archived: z.boolean() }),
  output: done,
  errors: ['order_field.not_found', 'order_field.label_taken', 'order_field.too_many'],
  audit: 'order_field.archived',
})

export const moveOrderField = endpoint({
  method: 'POST',
  path: '/api/v1/work/field/:fieldId/move',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Exchange a custom field with the one before or after it',
  input: z.object({ fieldId: id, to: z.enum(['up', 'down']) }),
  output: done,
  errors: ['order_field.not_found'],
  audit: 'order_field.moved',
})
