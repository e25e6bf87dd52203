import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'inventory.snapshot_not_found': 404,
  'inventory.snapshot_too_soon': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
