import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'device_check.not_found': 404,
  'device_check.over': 409,
  'device_check.under_way': 409,
  'diagnostic.not_found': 404,
  'diagnostic.batch_not_found': 404,
  'diagnostic.over': 409,
  'diagnostic.under_way': 409,
  'diagnostic.not_supported': 409,
  'diagnostic.no_such_line': 409,
  'diagnostic.model_unknown': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_DIAGNOSE: { roles: ['engineer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
