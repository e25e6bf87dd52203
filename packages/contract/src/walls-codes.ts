import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'wall.not_found': 404,
  /** It is ended or expired, or its maker has no right to it any more. */
  'wall.over': 403,
  /** The company of its maker is frozen or deactivated. */
  'wall.paused': 403,
  /** The request comes from outside of its address ranges. */
  'wall.wrong_address': 403,
  'wall.too_many': 409,
  /** Only members of the company itself make and end them. */
  'wall.only_at_home': 409,
  'wall.not_own': 403,
  'wall.range_too_wide': 422,
  'wall.expires_wrong': 422,
  /** No panel of the page follows all filters. */
  'wall.page_empty': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_CENTER_WALL_SCREENS: { roles: ['management_layer'], peopleOnly: true },
} as const satisfies Permissions

export const events = {
  'wall.rights_lost': 'done',
  'wall.customer_left': 'done',
} as const satisfies Events
