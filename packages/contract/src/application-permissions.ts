import { type PermissionCode, permissionCodes } from './permissions.ts'

/** What people alone do: their own account, acting for others, and deciding what applications may do. */
const peopleOnly: readonly PermissionCode[] = permissionCodes.filter(
  (code) =>
    code.startsWith('DMS_SERVER_SYSTEM_SETTING_APPLICATION') ||
    [
      'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
      'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS',
      'DMS_SERVER_AUTH_MANAGE_ACTING',
      'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
    ].includes(code),
)

/** The codes that an application can be given, by somebody who holds them. */
export const applicationPermissions: readonly PermissionCode[] = permissionCodes.filter(
  (code) => !peopleOnly.includes(code),
)

/** What is offered first: to read, and no more. */
export const firstApplicationPermissions: readonly PermissionCode[] = [
  'DMS_SERVER_DEVICE_VIEW',
  'DMS_SERVER_OUTLET_VIEW',
]
