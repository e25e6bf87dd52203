import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'external_alarm.source_not_found': 404,
  'external_alarm.source_name_taken': 409,
  'external_alarm.too_many_sources': 409,
  /** A source is about the whole company. */
  'external_alarm.whole_company': 403,
  /** No such source, another token, or revoked: never which. */
  'inbound.refused': 401,
  'inbound.unreadable': 400,
  /** Alertmanager repeats a delivery after 5xx alone, and reads no Retry-After. */
  'inbound.too_many': 503,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
