import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'outlet.not_found': 404,
  'outlet.code_taken': 409,
  'outlet.has_devices': 409,
  'outlet.outside_scope': 409,
  'line.not_found': 404,
  'line.gateway_elsewhere': 409,
  'line.wan_taken': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_OUTLET_VIEW: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_OUTLET_EDIT: { roles: ['engineer'] },
  DMS_SERVER_OUTLET_DELETE: { roles: [] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
