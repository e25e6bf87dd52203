import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'rota.not_found': 404,
  'rota.change_not_found': 404,
  'rota.handover_not_found': 404,
  'rota.member_not_found': 404,
  'rota.name_taken': 409,
  'rota.too_many': 409,
  /** Overrides and swaps that are not over. */
  'rota.too_many_changes': 409,
  /** Notifications are sent by it. */
  'rota.in_use': 409,
  'rota.change_over': 409,
  'rota.not_your_shift': 409,
  'rota.asked_yourself': 422,
  'rota.not_asked': 403,
  'rota.hours_empty': 422,
  'rota.time_zone_unknown': 422,
  'rota.times_swapped': 422,
  'rota.time_unreadable': 422,
  'rota.handover_accepted': 409,
  'rota.not_on_duty': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
