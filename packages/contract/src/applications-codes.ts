import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'application.not_found': 404,
  'application.exists': 409,
  'application.product_not_offered': 409,
  'application.move_not_allowed': 409,
  'application.state_is_above': 403,
  'application.permission_not_held': 403,
  'application.keys_closed': 409,
  'application.key_not_found': 404,
  'application.maintenance': 503,
  'application.disabled': 403,
  'application.missing': 403,
  'application.not_in_package': 409,
  'application.key_limit': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_SETTING_APPLICATION: { roles: [], companyWide: true, peopleOnly: true },
  DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE: { roles: [], companyWide: true, peopleOnly: true },
  DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT: { roles: [], companyWide: true, peopleOnly: true },
  DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY: { roles: [], companyWide: true, peopleOnly: true },
  DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE: { roles: [], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {
  'application.activation_done': 'done',
  'application.activation_failed': 'failed',
  'application.maintenance_over': 'done',
  'application.token_refused': 'refused',
} as const satisfies Events
