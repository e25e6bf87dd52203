import type { z } from 'zod'
import type { CompanyKind } from './organisations.ts'
import type { builtInRole } from './schemas.ts'

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
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE',
  'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT',
  'DMS_SERVER_AUTH_MANAGE',
  'DMS_SERVER_AUTH_MANAGE_ROLE',
  'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_RESET',
  'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
  'DMS_SERVER_AUTH_MANAGE_ACTING',
  'DMS_SERVER_SYSTEM_SETTING',
  'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY',
  'DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE',
  'DMS_SERVER_SYSTEM_THIRD_MANAGER',
  'DMS_SERVER_SYSTEM_AI_SETTING',
  'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  'DMS_SERVER_SYSTEM_AUDIT_LOG',
  'DMS_SERVER_DEVICE_VIEW',
  'DMS_SERVER_DEVICE_EDIT',
  'DMS_SERVER_DEVICE_CLAIM',
  'DMS_SERVER_DEVICE_RELEASE',
  'DMS_SERVER_DEVICE_REBOOT',
  'DMS_SERVER_DEVICE_FACTORY_RESET',
  'DMS_SERVER_DEVICE_PARAMETER_SET',
  'DMS_SERVER_DEVICE_DIAGNOSE',
  'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
  'DMS_SERVER_DEVICE_PRE_REGISTER',
  'DMS_SERVER_DEVICE_ENROLMENT',
  'DMS_SERVER_DEVICE_POOL_VIEW',
  'DMS_SERVER_OUTLET_VIEW',
  'DMS_SERVER_OUTLET_EDIT',
  'DMS_SERVER_OUTLET_DELETE',
] as const

export type PermissionCode = (typeof permissionCodes)[number]

export type BuiltInRole = z.infer<typeof builtInRole>

const operationsCenter = permissionCodes.filter(
  (code) => code === 'DMS_SERVER_MANAGE_OPERATIONS_CENTER' || code.startsWith('DMS_SERVER_CENTER_'),
)

/** What concerns every company: the platform's alone. */
const platformOnly: readonly PermissionCode[] = [
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  'DMS_SERVER_DEVICE_POOL_VIEW',
  'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
  'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
]

/** What is about companies below one's own: of no use to an end customer, which has none. */
const aboveCustomers: readonly PermissionCode[] = permissionCodes.filter(
  (code) =>
    code.startsWith('DMS_SERVER_ORGANIZATION_MANAGE_TENANT') ||
    [
      'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
      'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
      'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE',
      'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
      'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
    ].includes(code),
)

/**
 * The kinds of company in which a code means anything: rights over all companies, over those below, and in one's own
 * are apart. A role may name a code that its company has no use for; nobody holds it there.
 */
export function companyKindsOf(code: PermissionCode): readonly CompanyKind[] {
  if (platformOnly.includes(code)) return ['op']
  return aboveCustomers.includes(code) ? ['op', 'middleman'] : ['op', 'middleman', 'company']
}

/**
 * Nobody grants what they do not hold. A code that means nothing in this kind of company gives nothing there, and nobody
 * can hold it.
 */
export function mayGrant(held: Iterable<string>, permissions: readonly string[], kind: CompanyKind): boolean {
  const codes = new Set(held)
  return permissions.every(
    (code) => codes.has(code) || !companyKindsOf(code as PermissionCode).includes(kind),
  )
}

/** What the built-in roles hold, whichever company they are given in. */
export const builtInRoles: Record<BuiltInRole, readonly PermissionCode[]> = {
  platform_administrator: permissionCodes,
  administrator: permissionCodes.filter((code) => !platformOnly.includes(code)),
  engineer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_OUTLET_VIEW',
    'DMS_SERVER_OUTLET_EDIT',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_DEVICE_EDIT',
    'DMS_SERVER_DEVICE_CLAIM',
    'DMS_SERVER_DEVICE_REBOOT',
    'DMS_SERVER_DEVICE_FACTORY_RESET',
    'DMS_SERVER_DEVICE_PARAMETER_SET',
    'DMS_SERVER_DEVICE_DIAGNOSE',
    'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
    'DMS_SERVER_DEVICE_PRE_REGISTER',
  ],
  management_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_OUTLET_VIEW',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_SYSTEM_AUDIT_LOG',
    ...operationsCenter,
  ],
  execution_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_OUTLET_VIEW',
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_DEVICE_REBOOT',
  ],
  user_layer: [
    'DMS_SERVER_MANAGE_WORKBENCH',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'DMS_SERVER_OUTLET_VIEW',
    'DMS_SERVER_DEVICE_VIEW',
  ],
}
