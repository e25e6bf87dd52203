import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'licence.exceeded': 409,
  'licence.not_found': 404,
  'licence.move_not_allowed': 409,
  'licence.end_passed': 409,
  'licence.pool_not_found': 404,
  'licence.outside_pool': 409,
  'licence.pool_exhausted': 409,
  'licence.pool_in_use': 409,
  'licence.pool_needs_msp': 409,
  'licence.serial_taken': 409,
  'licence.file_malformed': 400,
  'licence.file_altered': 409,
  'licence.file_other_company': 409,
  'licence.file_other_issuer': 409,
  'licence.file_unbound': 409,
  'licence.file_other_installation': 409,
  'licence.file_replayed': 409,
  'licence.file_from_future': 409,
  'licence.file_expired': 409,
  'licence.clock_behind': 409,
  'licence.files_only': 409,
  'licence.file_too_long': 409,
  'package.not_found': 404,
  'package.code_taken': 409,
  'package.needed': 409,
  'package.not_for_msps': 403,
  'package.not_allotted': 403,
  'package.allotment_exhausted': 409,
  'package.assigned_above': 403,
  'package.trial_only': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT: { roles: [], companies: 'platform', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_LICENSE: { roles: [], companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT: { roles: [], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
