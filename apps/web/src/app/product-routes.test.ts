import { consoleProducts, isConsoleProduct, productsCovering } from '@netward/contract/product-routes'
import { expect, test } from 'vitest'
import { routeTable } from './route-table.ts'

test.each([
  ['/equipmentManagement', ['device_management']],
  ['/equipmentManagement/intelligence', ['device_management']],
  ['/equipmentManagement/intelligence/7', ['device_management']],
  ['/equipmentManagementOfOthers', []],
  ['/systemSettings/productManagement', []],
  ['/homePage', []],
])('%s is covered by %j', (path, products) => {
  expect(productsCovering(path)).toEqual(products)
})

test('a product that is built covers pages that are there', () => {
  const paths = routeTable.map(({ path }) => path)
  const missing = Object.values(consoleProducts)
    .filter(({ built }) => built)
    .flatMap(({ routes }) => routes.filter((route) => !paths.includes(route)))
  expect(missing).toEqual([])
  expect(isConsoleProduct('toString')).toBe(false)
})
