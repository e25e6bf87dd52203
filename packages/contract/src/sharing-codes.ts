import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'sharing_key.not_found': 404,
  /** It is revoked or expired. */
  'sharing_key.over': 409,
  /** An issued key only becomes narrower. */
  'sharing_key.wider': 422,
  'sharing_key.company_not_found': 422,
  'sharing_key.too_many': 409,
  'sharing_key.expires_past': 422,
  /** Not of this kind. */
  'sharing_key.wrong_field': 422,
  /** Whatever the reason: a stranger learns nothing. */
  'sharing.not_valid': 422,
  'sharing.redemption_not_found': 404,
  /** Its key has ended, or does not show it any more. */
  'sharing.gone': 409,
  'sharing.read_only': 409,
  'sharing.used_up': 409,
  'sharing.change_order': 409,
  'sharing.dispatched_already': 409,
  'sharing.assignment_not_found': 404,
  'sharing.assignment_over': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SHARING: { roles: ['management_layer'], companyWide: true },
  DMS_SERVER_SHARING_EDIT: { roles: [], companyWide: true },
} as const satisfies Permissions

export const events = {
  /** The other company used a key. */
  'sharing.used': 'done',
} as const satisfies Events
