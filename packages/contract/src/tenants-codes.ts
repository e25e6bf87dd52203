import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'company.not_found': 404,
  'company.name_ambiguous': 422,
  'company.code_taken': 409,
  'company.parent_cannot_hold': 409,
  'company.domain_reserved': 409,
  'company.end_needed': 409,
  'company.package_needed': 409,
  'company.trial_extension_too_long': 409,
  'company.export_not_ready': 409,
  'company.export_withheld': 403,
  'company.prefix_taken': 409,
  'company.domain_taken': 409,
  'company.domain_needs_prefix': 400,
  'company.move_not_allowed': 409,
  'company.has_gateways': 409,
  'company.code_wrong': 400,
  'company.parent_not_found': 409,
  'company.parent_not_active': 409,
  'company.move_cycle': 409,
  'company.move_same': 409,
  'company.moving': 409,
  'company.nothing_to_move': 409,
  'company.read_only': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ORGANIZATION_MANAGE: { roles: [] },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS: {
    roles: [],
    companies: 'above',
    companyWide: true,
    peopleOnly: true,
  },
  DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION: { roles: [], companies: 'platform', companyWide: true },
} as const satisfies Permissions

export const events = {
  'company.deleted': 'done',
  'company.registered': 'done',
} as const satisfies Events
