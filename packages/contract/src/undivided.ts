import type { PermissionCode } from './permissions.ts'

const undivided: readonly PermissionCode[] = [
  'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
  'DMS_SERVER_AUTH_MANAGE_ACTING',
  'DMS_SERVER_SYSTEM_THIRD_MANAGER',
  'DMS_SERVER_SYSTEM_AI_SETTING',
  'DMS_SERVER_DEVICE_ENROLMENT',
  'DMS_SERVER_DEVICE_POOL_VIEW',
  'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  'DMS_SERVER_DEVICE_OTA_FIRMWARE',
]

/** What concerns a company as a whole: a role for some of its departments or outlets does not give it. */
export function isUndivided(code: PermissionCode): boolean {
  return (
    undivided.includes(code) ||
    code.startsWith('DMS_SERVER_ORGANIZATION_MANAGE_') ||
    code.startsWith('DMS_SERVER_SYSTEM_SETTING_APPLICATION') ||
    code.startsWith('DMS_SERVER_SYSTEM_GENERAL_SETTING')
  )
}
