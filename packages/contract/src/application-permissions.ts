import { type PermissionCode, permissionCodes, permissionOfCode } from './permissions.ts'

/** The codes that a person who holds them can grant to an application. */
export const applicationPermissions: readonly PermissionCode[] = permissionCodes.filter(
  (code) => !permissionOfCode(code).peopleOnly,
)

/** The default: read only. */
export const firstApplicationPermissions: readonly PermissionCode[] = [
  'DMS_SERVER_DEVICE_VIEW',
  'DMS_SERVER_OUTLET_VIEW',
]
