import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'notice.route_not_found': 404,
  'notice.route_name_taken': 409,
  'notice.too_many_routes': 409,
  'notice.too_many_own_routes': 409,
  'notice.customers_by_administrators': 403,
  'notice.customers_missing': 400,
  'notice.members_missing': 400,
  /** The gateway has no voice template. */
  'notice.no_calls': 400,
  /** A call is the last step of an escalation. */
  'notice.call_without_escalation': 400,
  /** Of a vendor: an address that is unknown or was replaced. */
  'notice.callback_refused': 401,
  'notice.callback_too_many': 503,
  'notice.member_not_found': 404,
  /** The field names the line, and what is wrong there. */
  'notice.template_wrong': 400,
  'notice.template_not_found': 404,
  'notice.test_not_found': 404,
  'notice.template_channel': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
