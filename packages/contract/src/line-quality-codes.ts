import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'line_outage.not_found': 404,
} as const satisfies Errors

/** Those of link testing are in `probes-codes.ts`. */
export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
