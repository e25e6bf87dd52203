import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** The person is a member by a channel alone: passwords are off. */
  'sign_in.outside_only': 403,
  /** Who says who people are could become any of them. */
  'sign_on.administrators_only': 403,
  'sign_on.certificate_wrong': 400,
  'sign_on.base_missing': 400,
  /** A service that serves everybody admits new people of named domains alone. */
  'sign_on.domains_missing': 400,
  'sign_on.break_glass_missing': 400,
  'sign_on.filter_wrong': 400,
  /** Events are both signed and encrypted. */
  'sign_on.event_secret_missing': 400,
  'sign_on.unavailable': 502,
  'sign_on.ended': 403,
  'sign_on.refused': 403,
  'sign_on.not_linked': 403,
  'sign_on.domain': 403,
  'sign_on.quota': 409,
  'sign_on.linked_elsewhere': 409,
  'sign_on.linked_already': 409,
  'sign_on.link_not_found': 404,
  'sign_on.too_many': 429,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {
  'sign_on.admitted': 'done',
  'sign_on.ended_there': 'done',
} as const satisfies Events
