import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'role.not_found': 404,
  'role.name_taken': 409,
  'role.following': 409,
  'role.not_following': 409,
  'role.changed_meanwhile': 409,
  'role.not_held': 403,
  'role.scope_too_wide': 403,
  'role.in_use': 409,
  'role.published': 409,
  'role.not_publishable': 409,
  'role.limit': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_AUTH_MANAGE: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_ROLE: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_ROLE_EDIT: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH: { roles: [], companies: 'above', companyWide: true },
} as const satisfies Permissions

export const events = {
  'role.received': 'done',
} as const satisfies Events
