import { panelLists, panelPages } from '@netward/contract/panels/panel'
import { expect, test } from 'vitest'
import { entryOf, landingOf, permittedRoutes } from './route-rules.ts'

const centre = 'DMS_SERVER_MANAGE_OPERATIONS_CENTER'

test.each([
  ['overallNetworkOperationOverview', 'DMS_SERVER_CENTER_GLOBAL_OPERATIONS'],
  ['serviceHealthMonitoring', 'DMS_SERVER_CENTER_HEALTH_MONITOR'],
  ['resourceDistributionOverview', 'DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION'],
  ['personalEfficiencyOverview', 'DMS_SERVER_CENTER_PERSONAL_PERFORMANCE'],
])('%s of the operations centre needs %s', (child, permission) => {
  expect(entryOf(`/operationsCenter/${child}`)).toMatchObject({
    permission,
    mode: 'default',
    parent: '/operationsCenter',
  })
})

test('the operations centre leads to its first child, or to the first that is permitted', () => {
  const lands = (...codes: string[]) => {
    const permitted = permittedRoutes(new Set([centre, ...codes]))
    return landingOf(entryOf('/operationsCenter', permitted)!, permitted)
  }
  expect(lands('DMS_SERVER_CENTER_GLOBAL_OPERATIONS', 'DMS_SERVER_CENTER_HEALTH_MONITOR')).toBe(
    '/operationsCenter/overallNetworkOperationOverview',
  )
  expect(lands('DMS_SERVER_CENTER_PERSONAL_PERFORMANCE')).toBe('/operationsCenter/personalEfficiencyOverview')
})

test('what panels open are pages of the console', () => {
  for (const path of Object.values(panelLists)) expect([path, entryOf(path)?.path]).toEqual([path, path])
  for (const path of Object.values(panelPages))
    expect([path, entryOf(`${path}/1`)?.screen === undefined]).toEqual([path, false])
})
