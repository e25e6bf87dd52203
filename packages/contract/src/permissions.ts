/** Permission codes: those of the specification's routes, and the same style for actions. */
export const permissionCodes = [
  'DMS_SERVER_MANAGE_WORKBENCH',
  'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
  'DMS_SERVER_CENTER_GLOBAL_OPERATIONS',
  'DMS_SERVER_CENTER_HEALTH_MONITOR',
  'DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION',
  'DMS_SERVER_CENTER_PERSONAL_PERFORMANCE',
  'DMS_SERVER_ORGANIZATION_MANAGE',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  'DMS_SERVER_AUTH_MANAGE',
  'DMS_SERVER_AUTH_MANAGE_ROLE',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  'DMS_SERVER_SYSTEM_SETTING',
  'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
  'DMS_SERVER_SYSTEM_THIRD_MANAGER',
  'DMS_SERVER_SYSTEM_AI_SETTING',
  'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  'DMS_SERVER_DEVICE_VIEW',
  'DMS_SERVER_DEVICE_EDIT',
  'DMS_SERVER_DEVICE_CLAIM',
  'DMS_SERVER_DEVICE_RELEASE',
  'DMS_SERVER_DEVICE_REBOOT',
  'DMS_SERVER_DEVICE_PARAMETER_SET',
  'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
  'DMS_SERVER_DEVICE_PRE_REGISTER',
  'DMS_SERVER_DEVICE_ENROLMENT',
  'DMS_SERVER_DEVICE_POOL_VIEW',
  'DMS_SERVER_AUDIT_VIEW',
] as const

export type PermissionCode = (typeof permissionCodes)[number]

export type BuiltInRole =
  | 'platform_administrator'
  | 'administrator'
  | 'engineer'
  | 'management_layer'
  | 'execution_layer'
  | 'user_layer'

const operationsCenter = permissionCodes.filter(
  (code) => code === 'DMS_SERVER_MANAGE_OPERATIONS_CENTER' || code.startsWith('DMS_SERVER_CENTER_'),
)

/** Only the platform sees every gateway that nobody owns. */
const platformOnly: readonly PermissionCode[] = [
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  'DMS_SERVER_DEVICE_POOL_VIEW',
]

/** What the built-in roles hold, whichever company they are given in. */
export const builtInRoles: Record<BuiltInRole, readonly PermissionCode[]> = {
  platform_administrator: permissionCodes,
  administrator: permissionCodes.filter((code) => !platformOnly.includes(code)),
  engineer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_DEVICE_EDIT',
    'DMS_SERVER_DEVICE_CLAIM',
    'DMS_SERVER_DEVICE_REBOOT',
    'DMS_SERVER_DEVICE_PARAMETER_SET',
    'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
    'DMS_SERVER_DEVICE_PRE_REGISTER',
  ],
  management_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_AUDIT_VIEW',
    ...operationsCenter,
  ],
  execution_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_DEVICE_REBOOT',
  ],
  user_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_DEVICE_VIEW',
  ],
}
