import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'audit_pack.not_found': 404,
  /** Its last day has not begun. */
  'audit_pack.future': 422,
  /** Another one of the company is being made. */
  'audit_pack.open': 409,
  'audit_pack.not_ready': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_AUDIT_PACK: { roles: [], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
