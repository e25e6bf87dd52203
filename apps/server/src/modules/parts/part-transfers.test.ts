import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partsBy, stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partRoutes, partStockRoutes, partTransferRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson
let fromId: string
let toId: string
let cable: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
    partTransferRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  keeper = await t.person((await t.company('company')).id, 'engineer')
  // The later one is sent to the earlier one: stock is locked in the other order than it moves.
  toId = await partsBy(keeper).warehouse('Car')
  ;({ warehouseId: fromId, cable } = await stockedBy(keeper, ['S1', 'S2']))
})

const send = (input: object, who = keeper) =>
  who.call('POST /api/v1/work/part/transfer', { fromId, toId, ...input })
const receive = (transferId: string, more: object = {}, who = keeper) =>
  who.call('POST /api/v1/work/part/transfer/:transferId/receive', { transferId, ...more })
const lines = async (transferId: string) =>
  (await keeper.call('GET /api/v1/work/part/transfer/:transferId', { transferId })).data.lines
const stock = async () =>
  (await keeper.call('POST /api/v1/work/part/stock/lists', { sort: 'available' })).data.items
    .map((row) => [row.warehouseName, row.modelName, row.onHand, row.inTransit])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

test('what is sent is on the way until it is received, and what is missing is lost for a reason', async () => {
  const pieces = (await send({ serials: ['S1', 'S2'], tracking: 'SF1' })).data.id
  const cables = (await send({ modelId: cable, quantity: 6 })).data.id
  expect(await stock()).toEqual([
    ['Main', 'Cable', 4, 6],
    ['Main', 'S5735', 0, 2],
  ])
  const [one, two] = await lines(pieces)
  const missing = [{ lineId: two!.id, quantity: 1 }]
  expect((await receive(pieces, { missing })).code).toBe('part_transfer.reason_needed')
  expect((await receive(pieces, { missing: [{ lineId: one!.id, quantity: 2 }], lossReason: 'x' })).code).toBe(
    'part_transfer.line_not_found',
  )
  expect((await receive(pieces, { missing, lossReason: 'Box was open' })).code).toBe(0)
  expect((await receive(cables)).code).toBe(0)
  expect((await receive(cables)).code).toBe('part_transfer.over')
  expect(await stock()).toEqual([
    ['Car', 'Cable', 6, 0],
    ['Car', 'S5735', 1, 0],
    ['Main', 'Cable', 4, 0],
    ['Main', 'S5735', 0, 0],
  ])
  const found = (await keeper.call('POST /api/v1/work/part/serial/lists', { sort: 'serial' })).data.items
  expect(found.map(({ serial, state, warehouseName }) => [serial, state, warehouseName])).toEqual([
    ['S1', 'in_stock', 'Car'],
    ['S2', 'lost', null],
  ])
  const { items } = (await keeper.call('POST /api/v1/work/part/transfer/lists', {})).data
  expect(items.map(({ state, pieces: count, lost }) => [state, count, lost])).toEqual([
    ['received', 6, 0],
    ['received', 2, 1],
  ])
})

test('nothing is sent that is not there, nor to the same warehouse, and a transfer is received once', async () => {
  expect((await send({ toId: fromId, serials: ['S1'] })).code).toBe('part_transfer.same_warehouse')
  expect((await send({ modelId: cable, quantity: 11 })).code).toBe('part.not_enough')
  const { id } = (await send({ serials: ['S1'] })).data
  expect((await send({ serials: ['S1'] })).code).toBe('part.serial_elsewhere')
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(id)))
  expect(answers.filter(({ code }) => code === 0).length).toBe(1)
  expect((await stock()).filter(([place]) => place === 'Car')).toEqual([['Car', 'S5735', 1, 0]])
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await receive(id, {}, other)).status).toBe(404)
  expect((await send({ serials: ['S2'] }, other)).code).toBe('warehouse.not_found')
})
