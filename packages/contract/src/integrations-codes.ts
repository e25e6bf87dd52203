import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'integration.not_found': 404,
  'integration.name_taken': 409,
  'integration.too_many': 409,
  /** The kind of a channel is chosen once. */
  'integration.kind_fixed': 409,
  /** Administrators route the alarms of customers. */
  'integration.carries_customers': 403,
  'integration.secret_missing': 400,
  'integration.password_in_clear': 400,
  /** Not a private key in PEM. */
  'integration.key_unreadable': 400,
  /** The installation has no SMTP_URL. */
  'integration.no_platform_mail': 409,
  /** Vendors write the codes of their templates in their own ways. */
  'integration.template_code_wrong': 400,
  'integration.parameter_twice': 400,
  /** A call that takes a key needs a number of its own. */
  'integration.show_number_missing': 400,
  /** A budget counts by prices. */
  'integration.price_missing': 400,
  /** Notification rules call by it. */
  'integration.calls_in_use': 409,
  /** Notification rules send through it. */
  'integration.messages_in_use': 409,
  'integration.not_a_gateway': 400,
  /** A test goes to the tester, who has no verified address of that sort. */
  'integration.no_address': 409,
  'integration.too_many_tests': 429,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_THIRD_MANAGER: { roles: [], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
