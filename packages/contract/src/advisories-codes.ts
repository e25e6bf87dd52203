import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'advisory.not_found': 404,
  'advisory.taken': 409,
  'advisory.too_many': 409,
  'advisory.versions_missing': 422,
  'advisory.versions_swapped': 422,
  'advisory.version_unreadable': 422,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
