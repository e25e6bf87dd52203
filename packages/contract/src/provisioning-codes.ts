import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'template.not_found': 404,
  'template.secret_not_found': 404,
  'template.name_taken': 409,
  'template.in_use': 409,
  'template.none_applies': 409,
  /** A rollout is open: continue it or revert first. */
  'template.rollout_open': 409,
  'template.no_rollout': 409,
  'template.version_applied': 409,
  /** Another version has been applied since. */
  'template.version_changed': 409,
  'template.own_people': 403,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_TEMPLATE_VIEW: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_TEMPLATE_EDIT: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
