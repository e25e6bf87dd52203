import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'order_field.not_found': 404,
  /** In neither language. */
  'order_field.label_missing': 422,
  'order_field.label_taken': 409,
  'order_field.options_missing': 422,
  'order_field.too_many': 409,
  'order_template.not_found': 404,
  'order_template.name_taken': 409,
  'order_template.too_many': 409,
  /** A plan makes orders of it. */
  'order_template.in_use': 409,
  'order_template.assignee_missing': 422,
  'work_order.check_not_found': 404,
  /** Required points of its checklist are not ticked. */
  'work_order.checks_open': 409,
  'order_plan.not_found': 404,
  'order_plan.name_taken': 409,
  'order_plan.too_many': 409,
  'order_plan.dates_swapped': 422,
  /** No date follows from it. */
  'order_plan.never': 422,
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
