import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'configuration.not_found': 404,
  'configuration.version_not_found': 404,
  'configuration.under_way': 409,
  'configuration.no_credential': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_CONFIG_VIEW: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_CONFIG_BACKUP: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_CONFIG_SECRETS: { roles: [], peopleOnly: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
