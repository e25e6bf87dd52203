import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partsBy, stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { orderRoutes } from '../orders/index.ts'
import { partOrderRoutes, partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let orderId: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  engineer = await t.person((await t.company('company', msp.companyId)).id, 'engineer')
  orderId = (await engineer.call('POST /api/v1/work/order', { title: 'Switch is dead' })).data.id
})

const stocked = (who = engineer) => stockedBy(who)

const reserve = (
  input: Omit<EndpointInput<'POST /api/v1/work/order/:orderId/part'>, 'orderId'>,
  who = engineer,
) => who.call('POST /api/v1/work/order/:orderId/part', { orderId, ...input })
const reserved = async (who = engineer) =>
  (await who.call('GET /api/v1/work/order/:orderId/part', { orderId })).data
async function move(act: EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move'], who = engineer) {
  const { version } = (await who.call('GET /api/v1/work/order/:orderId', { orderId })).data
  return who.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move: act })
}
const stock = async (who = engineer) =>
  (await who.call('POST /api/v1/work/part/stock/lists', { sort: 'available' })).data.items.map(
    ({ modelName, onHand, reserved: kept, available }) => [modelName, onHand, kept, available],
  )
const life = async (serial: string, who = engineer) => {
  const { part, movements } = await partsBy(who).life(serial)
  return { state: part?.state, kinds: movements.map(({ kind }) => kind), last: movements.at(-1)! }
}
const resolve = { name: 'resolve', cause: 'equipment', solution: 'Replaced' } as const

test('an order reserves; resolving it issues what it used and frees the rest', async () => {
  const { warehouseId, cable } = await stocked()
  expect((await reserve({ warehouseId, serials: ['S1', 'S2'] })).data).toEqual({ reserved: 2 })
  expect((await reserve({ warehouseId, modelId: cable, quantity: 4 })).data).toEqual({ reserved: 4 })
  expect(await stock()).toEqual([
    ['S5735', 3, 2, 1],
    ['Cable', 10, 4, 6],
  ])
  expect((await reserve({ warehouseId, serials: ['S1'] })).code).toBe('part.serial_elsewhere')
  expect((await reserve({ warehouseId, modelId: cable, quantity: 7 })).code).toBe('part.not_enough')
  const scrap = { act: 'scrap' as const, warehouseId, modelId: cable, quantity: 7, note: 'x' }
  expect((await engineer.call('POST /api/v1/work/part/move', scrap)).code).toBe('part.not_enough')
  const [one, two, cables] = await reserved()
  const used = (reservationId: string, count: number) =>
    engineer.call('PUT /api/v1/work/order/:orderId/part/:reservationId', {
      orderId,
      reservationId,
      used: count,
    })
  expect((await used(cables!.id, 5)).code).toBe('part.used_too_many')
  await used(cables!.id, 1)
  await used(two!.id, 0)
  await move({ name: 'take' })
  await move({ name: 'start' })
  expect((await move(resolve)).code).toBe(0)
  expect((await reserved()).map(({ state, used: count }) => [state, count])).toEqual([
    ['issued', 1],
    ['freed', 0],
    ['issued', 1],
  ])
  expect(await stock()).toEqual([
    ['S5735', 2, 0, 2],
    ['Cable', 9, 0, 9],
  ])
  const { state, kinds, last } = await life(one!.serial!)
  expect([state, kinds, last.orderNumber]).toEqual(['in_use', ['receive', 'reserve', 'issue'], 1])
  expect(last.actorName).not.toBe('')
  expect((await life('S2')).kinds).toEqual(['receive', 'reserve', 'free'])
  expect((await reserve({ warehouseId, serials: ['S3'] })).code).toBe('part.order_over')
  expect((await used(one!.id, 0)).code).toBe('part.reservation_over')
})

test('what is freed by hand or by cancelling the order is available again', async () => {
  const { warehouseId } = await stocked()
  await reserve({ warehouseId, serials: ['S1', 'S2'] })
  const [one] = await reserved()
  const free = { orderId, reservationId: one!.id }
  expect((await engineer.call('DELETE /api/v1/work/order/:orderId/part/:reservationId', free)).code).toBe(0)
  expect((await engineer.call('DELETE /api/v1/work/order/:orderId/part/:reservationId', free)).code).toBe(
    'part.reservation_over',
  )
  await move({ name: 'cancel', note: 'Not needed' })
  expect((await stock())[0]).toEqual(['S5735', 3, 0, 3])
})

test('an MSP keeps its own parts for an order of a customer, whose people do not see its stock', async () => {
  const { warehouseId } = await stocked(msp)
  expect((await reserve({ warehouseId, serials: ['S1'] }, msp)).code).toBe(0)
  expect(await reserved()).toEqual([])
  expect((await reserve({ warehouseId, serials: ['S2'] })).code).toBe('warehouse.not_found')
  await move({ name: 'take' })
  await move({ name: 'start' })
  await move(resolve)
  expect((await reserved(msp)).map(({ state }) => state)).toEqual(['issued'])
  expect((await life('S1', msp)).last).toMatchObject({ kind: 'issue', orderId, orderNumber: 1 })
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await stranger.call('GET /api/v1/work/order/:orderId/part', { orderId })).status).toBe(404)
})

test('an order that goes with its company leaves the parts of the MSP available', async () => {
  const { warehouseId } = await stocked(msp)
  await reserve({ warehouseId, serials: ['S1'] }, msp)
  await t.adminPool.query('delete from work_order where id = $1', [orderId])
  expect((await stock(msp))[0]).toEqual(['S5735', 3, 0, 3])
  expect((await life('S1', msp)).last).toMatchObject({ kind: 'free', orderId: null, orderNumber: 1 })
})

test('of 50 parallel reservations of ten pieces ten succeed', async () => {
  const { warehouseId, cable } = await stocked()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => reserve({ warehouseId, modelId: cable, quantity: 1 })),
  )
  expect(answers.filter(({ code }) => code === 0).length).toBe(10)
  expect((await stock())[0]).toEqual(['Cable', 10, 10, 0])
})
