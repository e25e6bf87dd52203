import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'part_model.not_found': 404,
  'part_model.name_taken': 409,
  'part_model.too_many': 409,
  /** Stock or movements name it. */
  'part_model.in_use': 409,
  'warehouse.not_found': 404,
  'warehouse.name_taken': 409,
  'warehouse.too_many': 409,
  'warehouse.in_use': 409,
  'warehouse.outlet_not_found': 422,
  'warehouse.keeper_not_found': 422,
  'warehouse.keeper_needed': 422,
  'part.serial_not_found': 404,
  /** There is less of it than that. */
  'part.not_enough': 409,
  /** The model has serial numbers, and none is given, or the other way round. */
  'part.serial_needed': 422,
  'part.quantity_needed': 422,
  'part.serial_known': 409,
  'part.serial_unknown': 422,
  'part.serial_twice': 422,
  /** Its state or place does not allow it. */
  'part.serial_elsewhere': 409,
  /** It is resolved, closed or cancelled. */
  'part.order_over': 409,
  'part.reservation_not_found': 404,
  'part.reservation_over': 409,
  'part.used_too_many': 422,
  /** The order is not about a device, or the device is gone. */
  'part_replacement.no_device': 409,
  /** The gateway that replaces another one is not claimed, or is at a site. */
  'part_replacement.gateway_needed': 409,
  'part_replacement.not_found': 404,
  'part_replacement.returned': 409,
  'part_claim.not_found': 404,
  'part_claim.over': 409,
  'part_count.not_found': 404,
  /** One of the warehouse runs already. */
  'part_count.running': 409,
  'part_count.over': 409,
  'part_count.reason_needed': 422,
  'part_transfer.not_found': 404,
  'part_transfer.same_warehouse': 422,
  'part_transfer.over': 409,
  /** It carries less of it, or nothing. */
  'part_transfer.line_not_found': 422,
  'part_transfer.reason_needed': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_PART: { roles: ['engineer', 'management_layer', 'execution_layer'] },
  DMS_SERVER_PART_EDIT: { roles: ['engineer', 'execution_layer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
