import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'personal_token.not_found': 404,
  'personal_token.too_many': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {
  /** Its person changed the password, or lost the membership. */
  'personal_token.rights_lost': 'done',
} as const satisfies Events
