import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'acting.consent_needed': 403,
  'acting.outside_hours': 403,
  'acting.never': 403,
  'acting.ended': 403,
  'acting.open': 409,
  'acting.only_at_home': 403,
  'acting.request_not_found': 404,
  'acting.request_decided': 409,
  'acting.nobody_inside': 404,
  'acting.end_not_found': 404,
  'staff_grant.not_found': 404,
  'staff_grant.not_held': 403,
  'staff_grant.role_limited': 409,
  'staff_grant.administrator': 409,
  'staff_grant.exists': 409,
  'tenant_group.not_found': 404,
  'tenant_group.name_taken': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_AUTH_MANAGE_STAFF_GRANT: { roles: [], companies: 'above', companyWide: true, peopleOnly: true },
  DMS_SERVER_AUTH_MANAGE_ACTING: { roles: [], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {
  'acting.entered': 'done',
} as const satisfies Events
