import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'work_order.not_found': 404,
  /** Somebody else has changed it meanwhile. */
  'work_order.changed': 409,
  /** Its state does not allow the move. */
  'work_order.wrong_state': 409,
  'work_order.not_assignee': 403,
  'work_order.own_already': 409,
  'work_order.over': 409,
  'work_order.subject_not_found': 404,
  'work_order.outlet_needed': 422,
  'work_order.alarm_not_found': 404,
  /** The alarm has an open order already. */
  'work_order.alarm_has_order': 409,
  'work_order.assignee_not_found': 404,
  'work_order.related_not_found': 404,
  'work_order.related_to_itself': 422,
  'work_order.too_many_related': 409,
  'work_order.too_many_watchers': 409,
  'work_order.due_past': 422,
  /** Only carrier faults have an ISP. */
  'work_order.not_carrier': 409,
  /** Beyond the free orders of the package, at a price that nobody has confirmed. */
  'work_order.price': 409,
  'work_order.restored_early': 422,
  'work_order.file_not_found': 404,
  'work_order.too_many_files': 409,
  /** Its content is of another kind than those that are taken. */
  'work_order.file_type': 422,
  'work_order.mail_not_found': 404,
  'order_view.not_found': 404,
  'order_view.not_yours': 403,
  'order_view.too_many': 409,
  'service_agreement.not_found': 404,
  'service_agreement.name_taken': 409,
  'service_agreement.too_many': 409,
  /** Another agreement holds at the same time. */
  'service_agreement.overlaps': 409,
  'service_agreement.dates_swapped': 422,
  'service_agreement.time_zone_unknown': 422,
  'service_agreement.hours_overlap': 422,
  'service_agreement.changed': 409,
  /** Only the customer's own people agree. */
  'service_agreement.not_yours': 403,
  'service_agreement.agreed': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_WORK_ORDER: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_WORK_ORDER_EDIT: { roles: ['engineer', 'execution_layer'] },
  DMS_SERVER_SERVICE_LEVEL: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
