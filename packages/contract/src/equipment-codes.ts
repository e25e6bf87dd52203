import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'equipment.address_taken': 409,
  'equipment.address_missing': 422,
  'equipment.interface_not_found': 404,
  'snmp.credential_not_found': 404,
  'snmp.credential_name_taken': 409,
  'snmp.secret_missing': 422,
  'snmp.trial_not_found': 404,
  'snmp.too_many_trials': 429,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_CREDENTIAL: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
