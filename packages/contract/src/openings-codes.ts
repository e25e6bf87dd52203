import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'opening.not_found': 404,
  'opening.site_not_found': 404,
  /** Neither sites nor a region. */
  'opening.nothing': 422,
  'opening.outlet_not_found': 404,
  'opening.too_many_sites': 409,
  'opening.has_orders': 409,
  /** It is accepted after all other steps. */
  'opening.steps_missing': 409,
  'opening.accepted': 409,
  /** Every site has its order. */
  'opening.orders_made': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions
export const events = {} as const satisfies Events
