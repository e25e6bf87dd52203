import { permissionCodes } from '@netward/contract/permissions'
import { expect, test } from 'vitest'
import { areaOf, areas, byArea, withMenus } from './permission-areas.ts'

test('every permission stands in one area, and no area is empty', () => {
  const grouped = byArea(permissionCodes)
  expect(grouped.map(({ area }) => area)).toEqual([...areas])
  expect(grouped.flatMap(({ codes }) => codes).toSorted()).toEqual(permissionCodes.toSorted())
  expect(areaOf('DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE')).toBe('licences')
})

test('a page comes with its menu, unless the menu may not be given or was taken out by hand', () => {
  const page = 'DMS_SERVER_AUTH_MANAGE_ROLE'
  const menu = 'DMS_SERVER_AUTH_MANAGE'
  expect(withMenus([page], [], () => true)).toEqual([page, menu])
  expect(withMenus([page], [], () => false)).toEqual([page])
  expect(withMenus([page], [page, menu], () => true)).toEqual([page])
})
