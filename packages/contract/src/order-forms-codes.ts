import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'order_field.not_found': 404,
  /** In neither language. */
  'order_field.label_missing': 422,
  'order_field.label_taken': 409,
  'order_field.options_missing': 422,
  'order_field.too_many': 409,
  /** A value of an order: required, or not of the kind of its field. */
  'order_field.value_missing': 422,
  'order_field.value_text': 422,
  'order_field.value_number': 422,
  'order_field.value_date': 422,
  'order_field.value_choice': 422,
  /** The type of the order has no such field. */
  'order_field.value_elsewhere': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_WORK_ORDER_SETUP: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
