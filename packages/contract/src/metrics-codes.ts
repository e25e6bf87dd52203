import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** The metric store does not answer. */
  'metrics.unavailable': 503,
  'metrics.too_many_series': 422,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
