import type { PermissionCode } from '@netward/contract/permissions'

export const areas = [
  'workbench',
  'equipment',
  'outlets',
  'alarms',
  'operations',
  'tenants',
  'catalogue',
  'licences',
  'roles',
  'people',
  'acting',
  'applications',
  'settings',
] as const
export type Area = (typeof areas)[number]

/** The first matching prefix decides. */
const beginnings: readonly (readonly [string, Area])[] = [
  ['MANAGE_WORKBENCH', 'workbench'],
  ['MANAGE_OPERATIONS_CENTER', 'operations'],
  ['CENTER_', 'operations'],
  ['REPORT', 'operations'],
  ['ALARM', 'alarms'],
  ['DEVICE_', 'equipment'],
  ['OUTLET_', 'outlets'],
  ['LINE', 'outlets'],
  ['ORGANIZATION_MANAGE_LICENSE', 'licences'],
  ['ORGANIZATION_MANAGE_PRODUCT', 'catalogue'],
  ['ORGANIZATION_MANAGE_PACKAGE', 'catalogue'],
  ['ORGANIZATION_MANAGE', 'tenants'],
  ['AUTH_MANAGE_ORG_STRUCT', 'people'],
  ['AUTH_MANAGE_MEMBER', 'people'],
  ['AUTH_MANAGE_STAFF_GRANT', 'acting'],
  ['AUTH_MANAGE_ACTING', 'acting'],
  ['AUTH_MANAGE', 'roles'],
  ['SYSTEM_SETTING_APPLICATION', 'applications'],
]

export function areaOf(code: PermissionCode): Area {
  const rest = code.replace('DMS_SERVER_', '')
  return beginnings.find(([beginning]) => rest.startsWith(beginning))?.[1] ?? 'settings'
}

/** Menus lead to pages: a page permission without its menu is unreachable. */
const menus: readonly (readonly [string, PermissionCode])[] = [
  ['DMS_SERVER_CENTER_', 'DMS_SERVER_MANAGE_OPERATIONS_CENTER'],
  ['DMS_SERVER_ORGANIZATION_MANAGE_', 'DMS_SERVER_ORGANIZATION_MANAGE'],
  ['DMS_SERVER_AUTH_MANAGE_', 'DMS_SERVER_AUTH_MANAGE'],
  ['DMS_SERVER_SYSTEM_SETTING_', 'DMS_SERVER_SYSTEM_SETTING'],
]

/** The selected codes plus the menus of newly selected ones, if these may be given. */
export function withMenus(
  chosen: readonly PermissionCode[],
  before: readonly PermissionCode[],
  mayGive: (code: PermissionCode) => boolean,
): PermissionCode[] {
  const added = chosen.filter((code) => !before.includes(code))
  const wanted = menus
    .filter(([beginning]) => added.some((code) => code.startsWith(beginning)))
    .map(([, menu]) => menu)
    .filter((menu) => mayGive(menu))
  return [...new Set([...chosen, ...wanted])]
}

/** Codes of one area in contract order, areas in the order of `areas`. */
export function byArea(codes: readonly PermissionCode[]): { area: Area; codes: PermissionCode[] }[] {
  return areas
    .map((area) => ({ area, codes: codes.filter((code) => areaOf(code) === area) }))
    .filter(({ codes: found }) => found.length > 0)
}
