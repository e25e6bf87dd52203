import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'product.not_found': 404,
  'product.code_taken': 409,
  'product.move_not_allowed': 409,
  'product.in_use': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT: { roles: [], companies: 'platform', companyWide: true },
  DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT: { roles: [], companies: 'platform', companyWide: true },
} as const satisfies Permissions

export const events = {
  'product.maintenance_over': 'done',
} as const satisfies Events
