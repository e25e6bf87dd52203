import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'probe.not_found': 404,
  'probe.name_taken': 409,
  'probe.too_many': 409,
  /** It serves an outlet that the caller does not see. */
  'probe.outside_scope': 403,
  'probe.outlet_twice': 422,
  /** A probe stands at one outlet. */
  'probe.site_twice': 422,
  /** Not a private range, or overlapping with a range of another outlet of the same probe. */
  'probe.range_refused': 422,
  'probe.range_overlaps': 422,
  'probe.is_revoked': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_LINE: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_LINE_EDIT: { roles: ['engineer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
