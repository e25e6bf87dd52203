import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_PLATFORM_HEALTH: { roles: [], companies: 'platform', companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
