import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'approval.not_found': 404,
  /** It has been decided, withdrawn, or is in another step. */
  'approval.over': 409,
  /** Others decide this step, or somebody else asked. */
  'approval.not_yours': 403,
  /** It waits for a decision already. */
  'approval.pending': 409,
  /** No policy applies. */
  'approval.not_needed': 409,
  /** A policy applies, and nobody has approved. */
  'approval.needed': 409,
  'approval_policy.not_found': 404,
  'approval_policy.name_taken': 409,
  'approval_policy.too_many': 409,
  'approval_policy.department_not_found': 422,
  'approval_policy.role_not_found': 422,
  'approval_policy.member_not_found': 422,
  'deputy.not_found': 422,
  'deputy.dates_swapped': 422,
  'deputy.too_long': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_APPROVAL: { roles: [], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
