import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson

beforeAll(async () => {
  t = await createTestApp(partRoutes)
})
afterAll(() => t.stop())

beforeEach(async () => {
  keeper = await t.person((await t.company('company')).id, 'engineer')
})

const model = async (name: string, more: object = {}, who = keeper) =>
  (await who.call('POST /api/v1/work/part/model', { name, ...more })).data.id
const warehouse = async (name: string, who = keeper) =>
  (await who.call('POST /api/v1/work/part/warehouse', { name })).data.id
const models = async (filter: object = {}, who = keeper) =>
  (await who.call('POST /api/v1/work/part/model/lists', filter)).data.items.map(({ name }) => name)

test('models are added, found, changed and deleted, once each in a brand', async () => {
  await model('S5735', { brand: 'Huawei', category: 'switch', serialised: true })
  const cable = await model('Patch cable 2 m', { category: 'cable', price: 3.5 })
  const again = await keeper.call('POST /api/v1/work/part/model', { name: 's5735', brand: 'HUAWEI' })
  expect([again.code, again.status]).toEqual(['part_model.name_taken', 409])
  await model('S5735', { brand: 'H3C' })
  expect(await models({ search: 'huawei' })).toEqual(['S5735'])
  expect(await models({ category: ['cable'] })).toEqual(['Patch cable 2 m'])
  expect(await models({ serialised: 'yes', sort: '-brand' })).toEqual(['S5735'])
  const edit = { modelId: cable, name: 'Patch cable 3 m', category: 'cable', price: 4 } as const
  expect((await keeper.call('PUT /api/v1/work/part/model/:modelId', edit)).code).toBe(0)
  const csv = await keeper.call('POST /api/v1/work/part/model/export', { search: '3 m' })
  expect(csv.body).toContain('Patch cable 3 m,Cable,Quantity,0,4.00,0,')
  await keeper.call('DELETE /api/v1/work/part/model/:modelId', { modelId: cable })
  expect(await models()).toEqual(['S5735', 'S5735'])
})

test('a car needs a driver, and a name is taken once', async () => {
  const car = { name: 'Car 1', kind: 'car' } as const
  const missing = await keeper.call('POST /api/v1/work/part/warehouse', car)
  expect(missing.code).toBe('warehouse.keeper_needed')
  const stranger = {
    ...car,
    keeperId: (await t.person((await t.company('company')).id, 'engineer')).personId,
  }
  expect((await keeper.call('POST /api/v1/work/part/warehouse', stranger)).code).toBe(
    'warehouse.keeper_not_found',
  )
  await keeper.call('POST /api/v1/work/part/warehouse', { ...car, keeperId: keeper.personId })
  await warehouse('Main')
  expect((await keeper.call('POST /api/v1/work/part/warehouse', { name: 'main' })).code).toBe(
    'warehouse.name_taken',
  )
  expect(
    (await keeper.call('GET /api/v1/work/part/warehouse/choices')).data.map(({ name, own }) => [name, own]),
  ).toEqual([
    ['Car 1', true],
    ['Main', false],
  ])
  const at = { name: 'Shop', outletId: '999999' }
  expect((await keeper.call('POST /api/v1/work/part/warehouse', at)).code).toBe('warehouse.outlet_not_found')
})

test('what has a minimum is not deleted, and a warehouse shows how many models are under it', async () => {
  const [modelId, warehouseId] = [await model('Fuse'), await warehouse('Main')]
  await keeper.call('PUT /api/v1/work/part/minimum', { warehouseId, modelId, minimum: 3 })
  const { items } = (await keeper.call('POST /api/v1/work/part/warehouse/lists', {})).data
  expect(items).toMatchObject([{ name: 'Main', short: 1, pieces: 0 }])
  expect((await keeper.call('DELETE /api/v1/work/part/model/:modelId', { modelId })).code).toBe(
    'part_model.in_use',
  )
  expect((await keeper.call('DELETE /api/v1/work/part/warehouse/:warehouseId', { warehouseId })).code).toBe(
    'warehouse.in_use',
  )
})

test('another company sees none of it, and management only reads', async () => {
  const [modelId, warehouseId] = [await model('Fuse'), await warehouse('Main')]
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect(await models({}, other)).toEqual([])
  expect((await other.call('DELETE /api/v1/work/part/model/:modelId', { modelId })).status).toBe(404)
  const mine = await model('Fuse', {}, other)
  const foreign = { warehouseId, modelId: mine, minimum: 1 }
  expect((await other.call('PUT /api/v1/work/part/minimum', foreign)).code).toBe('warehouse.not_found')
  const manager = await t.person(keeper.companyId, 'management_layer')
  expect(await models({}, manager)).toEqual(['Fuse'])
  expect((await manager.call('POST /api/v1/work/part/warehouse', { name: 'x' })).code).toBe(
    'permission.denied',
  )
})
