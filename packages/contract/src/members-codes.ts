import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'member.name_taken': 409,
  'member.last_administrator': 409,
  'member.oneself': 409,
  'member.no_address': 409,
  'member.without_role': 409,
  'member.too_many_roles': 409,
  'department.not_found': 404,
  'department.name_taken': 409,
  'department.not_empty': 409,
  'department.below_itself': 409,
  'department.too_deep': 409,
  'department.limit': 409,
  'member.not_found': 404,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_AUTH_MANAGE_ORG_STRUCT: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE: { roles: [] },
  DMS_SERVER_AUTH_MANAGE_MEMBER_RESET: { roles: [] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
