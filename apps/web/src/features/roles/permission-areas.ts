import type { PermissionCode } from '@netward/contract/permissions'

export const areas = [
  'workbench',
  'equipment',
  'outlets',
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

/** The first that a code begins with decides. */
const beginnings: readonly (readonly [string, Area])[] = [
  ['MANAGE_WORKBENCH', 'workbench'],
  ['MANAGE_OPERATIONS_CENTER', 'operations'],
  ['CENTER_', 'operations'],
  ['DEVICE_', 'equipment'],
  ['OUTLET_', 'outlets'],
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

/** Menus stand in front of pages: whoever may open a page but not its menu does not find it. */
const menus: readonly (readonly [string, PermissionCode])[] = [
  ['DMS_SERVER_CENTER_', 'DMS_SERVER_MANAGE_OPERATIONS_CENTER'],
  ['DMS_SERVER_ORGANIZATION_MANAGE_', 'DMS_SERVER_ORGANIZATION_MANAGE'],
  ['DMS_SERVER_AUTH_MANAGE_', 'DMS_SERVER_AUTH_MANAGE'],
  ['DMS_SERVER_SYSTEM_SETTING_', 'DMS_SERVER_SYSTEM_SETTING'],
]

/** The chosen codes with the menus that those among them stand in which were not chosen before, where these may be given. */
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

/** Codes of one area in the order of the contract, those of areas in the order of `areas`. */
export function byArea(codes: readonly PermissionCode[]): { area: Area; codes: PermissionCode[] }[] {
  return areas
    .map((area) => ({ area, codes: codes.filter((code) => areaOf(code) === area) }))
    .filter(({ codes: found }) => found.length > 0)
}
