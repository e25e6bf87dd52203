import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'device.not_found': 404,
  'device.move_not_allowed': 409,
  'device.not_reachable': 409,
  'command.not_found': 404,
  'command.not_cancellable': 409,
  'exchange.not_found': 404,
  'tag.limit': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_VIEW: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_DEVICE_EDIT: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_RELEASE: { roles: [] },
  DMS_SERVER_DEVICE_REBOOT: { roles: ['engineer', 'execution_layer'] },
  DMS_SERVER_DEVICE_FACTORY_RESET: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_PARAMETER_SET: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_EXCHANGE_VIEW: { roles: ['engineer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
