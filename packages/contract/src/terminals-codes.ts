import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'terminal.not_found': 404,
  'terminal.over': 409,
  'terminal.not_watched': 403,
  'terminal.too_many': 409,
  'terminal.bad_key': 400,
  'terminal.host_key_unknown': 409,
  'terminal.not_asking': 409,
  'terminal.only_at_home': 403,
  'terminal.profile_limit': 409,
  'terminal.profile_not_found': 404,
  'terminal.profile_taken': 409,
  'terminal.whole_company_only': 403,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_TERMINAL: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_TERMINAL_EDIT: { roles: [] },
  DMS_SERVER_DEVICE_TERMINAL_SUPERVISE: { roles: [] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
