import { endpoints, permissionOf } from '@netward/contract'
import { futurePermissions, permissionCodes } from '@netward/contract/permissions'
import { expect, test } from 'vitest'
import { entryOf, landingOf, menuOf, permittedRoutes } from './route-rules.ts'
import { routeTable } from './route-table.ts'

/** The table of the specification, §2: permission, mode, and target of a group. */
test.each([
  ['/login', null, 'both', undefined],
  ['/404', null, 'both', undefined],
  ['/equipmentManagement', null, 'both', '/equipmentManagement/intelligence'],
  ['/equipmentManagement/intelligence', null, 'both', undefined],
  [
    '/operationsCenter',
    'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
    'default',
    '/operationsCenter/overallNetworkOperationOverview',
  ],
  ['/organizationManagement', 'DMS_SERVER_ORGANIZATION_MANAGE', 'admin', '/organizationManagement/tenant'],
  ['/permissionManagement', 'DMS_SERVER_AUTH_MANAGE', 'admin', '/permissionManagement/roles'],
  ['/systemSettings', 'DMS_SERVER_SYSTEM_SETTING', 'admin', '/systemSettings/personalInformation'],
  ['/systemSettings/personalInformation', 'DMS_SERVER_SYSTEM_SETTING_USER_INFO', 'admin', undefined],
  ['/systemSettings/dockingManagement', 'DMS_SERVER_SYSTEM_THIRD_MANAGER', 'admin', undefined],
  ['/systemSettings/dockingManagement/edit', 'DMS_SERVER_SYSTEM_THIRD_MANAGER', 'admin', undefined],
  ['/systemSettings/AIManagement', 'DMS_SERVER_SYSTEM_AI_SETTING', 'admin', undefined],
  ['/', 'DMS_SERVER_MANAGE_WORKBENCH', 'both', '/homePage'],
  ['/personal/information', 'DMS_SERVER_SYSTEM_SETTING_USER_INFO', 'default', undefined],
])('%s needs %s, stands in the menu %s and leads to %s', (path, permission, mode, redirect) => {
  expect(entryOf(path)).toMatchObject({ permission, mode })
  expect(entryOf(path)?.redirect).toBe(redirect)
})

const everything: ReadonlySet<string> = new Set(permissionCodes)

test('each group in a menu leads to a page', () => {
  const groups = (['default', 'admin'] as const)
    .flatMap((mode) => menuOf(everything, mode))
    .filter(({ children }) => children.length > 0)
  const landings = groups.map(({ entry }) => landingOf(entry, permittedRoutes(everything)))
  expect(landings.length).toBeGreaterThan(0)
  expect(landings).not.toContain(undefined)
})

test('no path stands in the table twice, and what an entry stands below is in it', () => {
  const paths = routeTable.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(
    expect.arrayContaining(routeTable.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))),
  )
})

test('personal information is one screen in two places', () => {
  expect(entryOf('/personal/information')?.screen).toBe(
    entryOf('/systemSettings/personalInformation')?.screen,
  )
})

test('without a session login, the root and the completion of an account are open, and nothing else', () => {
  const open = routeTable.filter((entry) => entry.open === true).map(({ path }) => path)
  expect(open).toEqual(expect.arrayContaining(['/login', '/']))
  expect(open.filter((path) => !['/login', '/', '/completeAccount'].includes(path))).toEqual([])
})

test('roles are offered every permission that opens a page or an endpoint, and no other', () => {
  const pages = permittedRoutes(everything).filter(
    (entry) => entry.screen !== undefined || landingOf(entry, permittedRoutes(everything)) !== undefined,
  )
  const used = new Set([...pages.map(({ permission }) => permission), ...endpoints.map(permissionOf)])
  expect(permissionCodes.filter((code) => !used.has(code)).toSorted()).toEqual(futurePermissions.toSorted())
})
