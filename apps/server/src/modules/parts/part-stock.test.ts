import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson
let warehouseId: string
let cable: string
let sw: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  keeper = await t.person((await t.company('company')).id, 'engineer')
  const add = async (name: string, more: object) =>
    (await keeper.call('POST /api/v1/work/part/model', { name, ...more })).data.id
  cable = await add('Cable', { category: 'cable' })
  sw = await add('S5735', { brand: 'Huawei', category: 'switch', serialised: true, warrantyMonths: 12 })
  warehouseId = (await keeper.call('POST /api/v1/work/part/warehouse', { name: 'Main' })).data.id
})

const receive = (input: object) =>
  keeper.call('POST /api/v1/work/part/receive', { warehouseId, modelId: sw, ...input })
const move = (input: object) =>
  keeper.call('POST /api/v1/work/part/move', { act: 'return', warehouseId, ...input })
const stock = async (filter: object = {}, who = keeper) =>
  (await who.call('POST /api/v1/work/part/stock/lists', filter)).data.items
const pieces = async (filter: object = {}, who = keeper) =>
  (await who.call('POST /api/v1/work/part/serial/lists', filter)).data.items
const importFile = (content: string, part = '') =>
  upload(t, keeper, `/api/v1/work/part/receive/import${part}?warehouseId=${warehouseId}`, {
    content,
    filename: 'parts.csv',
  })

test('stock shows what is there, and what is under its minimum first', async () => {
  await receive({ modelId: cable, quantity: 10 })
  await receive({ serials: ['S1'], purchasedOn: '2026-01-31' })
  await keeper.call('PUT /api/v1/work/part/minimum', { warehouseId, modelId: sw, minimum: 3 })
  expect(await stock()).toMatchObject([
    { modelName: 'S5735', onHand: 1, available: 1, minimum: 3, short: 2 },
    { modelName: 'Cable', onHand: 10, available: 10, short: 0 },
  ])
  expect((await stock({ short: 'yes' })).length).toBe(1)
  expect((await stock({ search: 'cab' })).map(({ modelName }) => modelName)).toEqual(['Cable'])
  expect((await pieces())[0]).toMatchObject({ serial: 'S1', state: 'in_stock', warrantyUntil: '2027-01-31' })
  const csv = await keeper.call('POST /api/v1/work/part/stock/export', {})
  expect(csv.body).toContain('Huawei,S5735,Switch,Main,1,0,1,0,0,0,3')
})

test('one serial number is in one place, and its page is one line of its life', async () => {
  await receive({ serials: ['S1', 'S2'], supplier: 'Vendor', reference: 'PO-7' })
  const again = await receive({ serials: ['S3', 's1'] })
  expect([again.code, again.message]).toEqual(['part.serial_known', 'The serial number S1 exists already'])
  expect((await receive({ serials: ['S4', 's4'] })).code).toBe('part.serial_twice')
  expect((await receive({ quantity: 2 })).code).toBe('part.serial_needed')
  expect((await receive({ modelId: cable, serials: ['C'] })).code).toBe('part.quantity_needed')
  expect((await move({ serials: ['S1'] })).code).toBe('part.serial_elsewhere')
  expect((await move({ act: 'scrap', serials: ['S9'], note: 'x' })).code).toBe('part.serial_unknown')
  expect((await move({ act: 'defect', serials: ['S1'] })).code).toBe(0)
  expect((await move({ act: 'recover', serials: ['S1'] })).code).toBe(0)
  expect((await move({ act: 'scrap', serials: ['S1'], note: 'Burnt' })).code).toBe(0)
  const [found] = (await keeper.call('POST /api/v1/work/part/scan', { serials: ['s1'] })).data
  const serialId = found!.part!.id
  const piece = (await keeper.call('GET /api/v1/work/part/serial/:serialId', { serialId })).data
  const { movements } = (await keeper.call('GET /api/v1/work/part/life', { serial: 's1' })).data
  expect(piece).toMatchObject({ serial: 'S1', state: 'scrapped', warehouseName: null })
  expect(movements.map(({ kind }) => kind)).toEqual(['receive', 'regrade', 'regrade', 'scrap'])
  expect((await keeper.call('POST /api/v1/work/part/movement/lists', { search: 'S1' })).data.total).toBe(4)
  expect(await stock({ search: 'S5735' })).toMatchObject([{ onHand: 1, defective: 0 }])
})

test('a count is corrected with a reason, and nothing leaves that is not there', async () => {
  await receive({ modelId: cable, quantity: 3 })
  const correct = (quantity: number, note = 'Counted') =>
    move({ act: 'correct', modelId: cable, quantity, note })
  expect((await correct(1, '')).status).toBe(400)
  expect((await correct(-4)).code).toBe('part.not_enough')
  expect((await correct(2)).code).toBe(0)
  expect((await move({ act: 'defect', modelId: cable, quantity: 2 })).code).toBe(0)
  expect(await stock()).toMatchObject([{ onHand: 3, defective: 2 }])
  expect((await move({ act: 'scrap', modelId: cable, quantity: 3, defective: true, note: 'x' })).code).toBe(
    'part.not_enough',
  )
})

test('a file is received as a whole or not at all', async () => {
  const bad = await importFile('model,serial,quantity\nS5735,S1,\nS5735,S1,\nNone,,1\nCable,,0\n')
  expect(bad.code).toBe(41033)
  expect((await pieces()).length).toBe(0)
  const good =
    'Model,Serial number,Quantity,Purchased on,Unit price (CNY)\nS5735,S1,,2026/3/1,900\nCable,,25,,3.5\n'
  expect((await importFile(good, '/preview')).data).toMatchObject({ counts: { new: 2, refused: 0 } })
  expect((await importFile(good)).data).toEqual({ imported: 2, updated: 0 })
  expect((await stock({ sort: '-available' })).map(({ onHand }) => onHand)).toEqual([25, 1])
  expect((await pieces())[0]).toMatchObject({ purchasedOn: '2026-03-01', warrantyUntil: '2027-03-01' })
})

test('the ledger takes entries but no changes, and no other company sees it', async () => {
  await receive({ serials: ['S1'] })
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect(await stock({}, other)).toEqual([])
  expect(await pieces({}, other)).toEqual([])
  const [mine] = await pieces()
  expect((await other.call('GET /api/v1/work/part/serial/:serialId', { serialId: mine!.id })).status).toBe(
    404,
  )
  const theirs = { act: 'scrap' as const, warehouseId, serials: ['S1'], note: 'x' }
  expect((await other.call('POST /api/v1/work/part/move', theirs)).code).toBe('warehouse.not_found')
  for (const statement of [
    `update part_movement set note = 'x'`,
    'delete from part_movement',
    'update part_stock set on_hand = 100',
    `update part_serial set state = 'lost'`,
  ]) {
    const attempt = t.scopes.withCompany(keeper.companyId, ({ client }) => client.query(statement))
    await expect(attempt).rejects.toThrow(/permission denied/)
  }
})

test('purchase and warranty of a piece are changed', async () => {
  await receive({ serials: ['S1'] })
  const [{ id: serialId } = { id: '' }] = await pieces()
  const edit = { serialId, purchasedOn: null, warrantyUntil: '2030-01-01', supplier: 'Vendor' }
  await keeper.call('PUT /api/v1/work/part/serial/:serialId', edit)
  expect((await pieces())[0]).toMatchObject({ warrantyUntil: '2030-01-01', supplier: 'Vendor' })
  expect((await pieces({ warrantyDays: '90' })).length).toBe(0)
})
