import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partsBy, stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partCountRoutes, partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson
let here: string
let there: string
let cable: string
let sw: string
let receive: ReturnType<typeof partsBy>['receive']

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
    partCountRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  keeper = await t.person((await t.company('company')).id, 'engineer')
  // What is found here enters before it leaves there, if entries went by warehouse alone.
  ;({ warehouseId: here, cable, sw, receive } = await stockedBy(keeper, ['S1', 'S2']))
  there = await partsBy(keeper).warehouse('Car')
  await receive({ warehouseId: there, modelId: sw, serials: ['S3'] })
})

const start = async () => (await keeper.call('POST /api/v1/work/part/count', { warehouseId: here })).data.id
const enter = (countId: string, what: { serials?: string[]; modelId?: string; quantity?: number }) =>
  keeper.call('POST /api/v1/work/part/count/:countId/scan', { countId, ...what })
const end = (countId: string, act: 'confirm' | 'cancel', reason = '') =>
  keeper.call('POST /api/v1/work/part/count/:countId/end', { countId, act, reason })
const read = async (countId: string) =>
  (await keeper.call('GET /api/v1/work/part/count/:countId', { countId })).data
const stock = async () =>
  (await keeper.call('POST /api/v1/work/part/stock/lists', {})).data.items
    .map(({ warehouseName, modelName, onHand }) => [warehouseName, modelName, onHand])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

test('differences are shown, and become corrections with a reason', async () => {
  const countId = await start()
  const again = await keeper.call('POST /api/v1/work/part/count', { warehouseId: here })
  expect(again.code).toBe('part_count.running')
  expect((await enter(countId, { modelId: sw, quantity: 1 })).code).toBe('part.serial_needed')
  await enter(countId, { serials: ['s1', 'S3', 'X9'] })
  await enter(countId, { modelId: cable, quantity: 8 })
  const shown = await read(countId)
  expect(shown.missing.map(({ serial }) => serial)).toEqual(['S2'])
  expect(shown.unexpected.map(({ serial, warehouseName }) => [serial, warehouseName])).toEqual([
    ['S3', 'Car'],
    ['X9', null],
  ])
  expect(shown.models.map(({ modelName, expected, counted }) => [modelName, expected, counted])).toEqual([
    ['Cable', 10, 8],
    ['S5735', 2, 2],
  ])
  // Parts go on moving: the difference stays the one that was counted.
  await receive({ warehouseId: here, modelId: cable, quantity: 5 })
  await receive({ warehouseId: here, modelId: sw, serials: ['S4'] })
  expect((await end(countId, 'confirm')).code).toBe('part_count.reason_needed')
  expect((await end(countId, 'confirm', 'Yearly count')).data).toEqual({ found: 1, lost: 4 })
  expect(await stock()).toEqual([
    ['Car', 'S5735', 0],
    ['Main', 'Cable', 13],
    ['Main', 'S5735', 3],
  ])
  const { items } = (await keeper.call('POST /api/v1/work/part/serial/lists', { sort: 'serial' })).data
  expect(items.map(({ serial, state, warehouseName }) => [serial, state, warehouseName])).toEqual([
    ['S1', 'in_stock', 'Main'],
    ['S2', 'lost', null],
    ['S3', 'in_stock', 'Main'],
    ['S4', 'in_stock', 'Main'],
  ])
  expect((await end(countId, 'cancel')).code).toBe('part_count.over')
  expect((await enter(countId, { serials: ['S1'] })).code).toBe('part_count.over')
})

test('models that nobody counted stay, a cancelled count changes nothing, and others see none', async () => {
  const countId = await start()
  expect((await read(countId)).missing).toEqual([])
  await enter(countId, { modelId: cable, quantity: 0 })
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await other.call('GET /api/v1/work/part/count/:countId', { countId })).status).toBe(404)
  const before = await stock()
  expect((await end(countId, 'cancel')).code).toBe(0)
  expect(await stock()).toEqual(before)
  const { items } = (await keeper.call('POST /api/v1/work/part/count/lists', {})).data
  expect(items).toMatchObject([{ state: 'cancelled', found: 0, lost: 0 }])
  expect((await keeper.call('POST /api/v1/work/part/count', { warehouseId: here })).code).toBe(0)
})
