import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_SYSLOG: { roles: ['engineer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
