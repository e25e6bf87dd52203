import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'certificate.not_found': 404,
  /** Of somebody else, without the right to set up engineers. */
  'certificate.not_yours': 403,
  'certificate.dates_swapped': 422,
  'certificate.too_many': 409,
  'certificate.file_type': 422,
  'certificate.file_not_found': 404,
  'external_engineer.not_found': 404,
  'external_engineer.too_many': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
