import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'report.not_found': 404,
  /** No line fits, or the caller sees none of them. */
  'report.no_lines': 422,
  'report.too_many_lines': 422,
  'report.too_long': 422,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
