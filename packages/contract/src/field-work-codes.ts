import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** Somebody else has taken it out of the pool. */
  'work_order.claimed': 409,
  'work_order.not_pooled': 409,
  'work_order.pooled_already': 409,
  /** No engineer fits: skill, region, load or absence. */
  'work_order.no_engineer': 409,
  'work_order.transfer_to_itself': 422,
  'work_order.helps_already': 409,
  'engineer.not_found': 404,
  'engineer.not_member': 422,
  'engineer.dates_swapped': 422,
  'visit.not_found': 404,
  'visit.assignee_needed': 409,
  'visit.past': 422,
  'visit.times_swapped': 422,
  'visit.too_long': 422,
  /** The site is closed then. */
  'visit.outside_hours': 422,
  /** The engineer has another appointment, travel included. */
  'visit.overlaps': 409,
  'visit.reason_needed': 422,
  'visit.range_too_wide': 422,
  'work_order.rated': 409,
  /** Of those for people without an account. */
  'work_order.no_link': 409,
  'work_order.not_resolved': 409,
  /** Too many open orders were reported by the sticker. */
  'work_report.too_many': 429,
  'work_sticker.not_found': 404,
  'work_sticker.nothing': 422,
  /** Also: a device without a site. */
  'work_sticker.subject_not_found': 404,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions
export const events = {
  'work_order.reported': 'done',
} as const satisfies Events
