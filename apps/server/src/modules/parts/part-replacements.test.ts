import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder } from '../../../test/orders.ts'
import { stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { orderRoutes } from '../orders/index.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { partClaimRoutes, partOrderRoutes, partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let deviceId: string
let orderId: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
    partClaimRoutes(app)
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(app.scopes) })
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  const added = await admin.call('POST /monitor/api/v1/device', {
    name: 'Core switch',
    type: 'switch',
    driver: 'none',
    brand: 'Huawei',
    modelName: 'S5700',
    serialNumber: 'OLD-1',
  })
  deviceId = added.data.id
  orderId = await makeOrder(admin, { deviceId })
})

const reserve = async (who: TestPerson, warehouseId: string, serial: string) => {
  await who.call('POST /api/v1/work/order/:orderId/part', { orderId, warehouseId, serials: [serial] })
  const found = (await who.call('GET /api/v1/work/order/:orderId/part', { orderId })).data
  return found.find((one) => one.serial === serial)!.id
}
const replace = (who: TestPerson, reservationId: string, back?: { warehouseId: string; modelId?: string }) =>
  who.call('POST /api/v1/work/order/:orderId/replacement', {
    orderId,
    reservationId,
    ...(back !== undefined && { back }),
  })
const replacements = async (who: TestPerson) =>
  (await who.call('GET /api/v1/work/order/:orderId/replacement', { orderId })).data

test('the piece takes the place of the broken device, which returns as defective', async () => {
  const { warehouseId, sw, life } = await stockedBy(admin)
  const reservationId = await reserve(admin, warehouseId, 'S1')
  const answer = await replace(admin, reservationId, { warehouseId, modelId: sw })
  expect(answer.code).toBe(0)
  const made = await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId: answer.data.newDeviceId })
  expect(made.data).toMatchObject({
    name: 'Core switch',
    serialNumber: 'S1',
    modelName: 'S5735',
    state: 'claimed',
  })
  expect(made.data.replaces).toMatchObject({ id: deviceId, serial: 'OLD-1' })
  const old = await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })
  expect(old.data).toMatchObject({
    state: 'replaced',
    replacedBy: { id: answer.data.newDeviceId, serial: 'S1' },
  })
  expect((await admin.call('POST /monitor/api/v1/device/lists', {})).data.total).toBe(1)
  expect(await replacements(admin)).toMatchObject([
    { oldSerial: 'OLD-1', newSerial: 'S1', returned: { serial: 'OLD-1', warehouseName: 'Main' } },
  ])
  const fresh = await life('s1')
  expect(fresh.movements.map(({ kind }) => kind)).toEqual(['receive', 'reserve', 'issue'])
  expect(fresh.devices).toMatchObject([
    { name: 'Core switch', state: 'claimed', replaces: { serial: 'OLD-1' } },
  ])
  const broken = await life('OLD-1')
  expect(broken.part).toMatchObject({ state: 'in_stock', defective: true })
  expect(broken.movements.map(({ kind, orderId: of }) => [kind, of])).toEqual([['return', orderId]])
  expect(broken.devices).toMatchObject([{ state: 'replaced', replacedBy: { serial: 'S1' } }])
  expect(broken.orders).toMatchObject([{ id: orderId }])
  const claim = { warehouseId, serials: ['OLD-1'], vendor: 'Huawei' }
  expect((await admin.call('POST /api/v1/work/part/claim', claim)).data).toEqual({ sent: 1 })
  expect((await replace(admin, reservationId)).code).toBe('part.reservation_over')
  const again = await reserve(admin, warehouseId, 'S2')
  expect((await replace(admin, again)).code).toBe('device.move_not_allowed')
})

test('an MSP replaces the device of a customer by its own piece, and takes the broken one later', async () => {
  const { warehouseId, sw } = await stockedBy(msp)
  expect((await replace(msp, await reserve(msp, warehouseId, 'S1'))).code).toBe(0)
  expect(await replacements(admin)).toMatchObject([{ newSerial: 'S1', returned: null }])
  const [made] = await replacements(msp)
  const back = (more: object) =>
    msp.call('POST /api/v1/work/order/:orderId/replacement/:replacementId/return', {
      orderId,
      replacementId: made!.id,
      warehouseId,
      ...more,
    })
  expect((await back({})).code).toBe('part_model.not_found')
  expect((await back({ modelId: sw, note: 'By courier' })).code).toBe(0)
  expect((await back({ modelId: sw })).code).toBe('part_replacement.returned')
  expect((await replacements(msp))[0]!.returned).toMatchObject({ serial: 'OLD-1' })
  // The customer does not see the stock of its MSP.
  expect((await replacements(admin))[0]!.returned).toBeNull()
})

test('nothing is replaced without a device, a serial number or the right', async () => {
  const { warehouseId, cable } = await stockedBy(admin)
  await admin.call('POST /api/v1/work/order/:orderId/part', {
    orderId,
    warehouseId,
    modelId: cable,
    quantity: 1,
  })
  const [cables] = (await admin.call('GET /api/v1/work/order/:orderId/part', { orderId })).data
  expect((await replace(admin, cables!.id)).code).toBe('part.serial_needed')
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await replace(other, cables!.id)).status).toBe(404)
  const layer = await t.person(admin.companyId, 'execution_layer')
  const reservationId = await reserve(layer, warehouseId, 'S1')
  expect((await replace(layer, reservationId)).code).toBe('permission.denied')
  orderId = await makeOrder(admin)
  expect((await replace(admin, await reserve(admin, warehouseId, 'S2'))).code).toBe(
    'part_replacement.no_device',
  )
})

test('a return that would be refused keeps the device; one that fails later is made by hand', async () => {
  const { warehouseId, sw, life } = await stockedBy(admin)
  const reservationId = await reserve(admin, warehouseId, 'S1')
  expect((await replace(admin, reservationId, { warehouseId })).code).toBe('part_model.not_found')
  const device = () => admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })
  expect((await device()).data).toMatchObject({ state: 'claimed' })
  await t.adminPool.query(
    `create function refuse_return() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
  )
  await t.adminPool.query(
    `create trigger refuse_return before insert on part_movement for each row
     when (new.kind = 'return' and new.warehouse_id = ${warehouseId}) execute function refuse_return()`,
  )
  try {
    expect((await replace(admin, reservationId, { warehouseId, modelId: sw })).status).toBe(500)
  } finally {
    await t.adminPool.query('drop function refuse_return cascade')
  }
  expect((await device()).data).toMatchObject({ state: 'replaced' })
  const [made] = await replacements(admin)
  expect(made).toMatchObject({ oldSerial: 'OLD-1', newSerial: 'S1', returned: null })
  // Neither of the last two writes was made.
  expect((await life('S1')).movements.map(({ kind }) => kind)).toEqual(['receive', 'reserve'])
  const back = { orderId, replacementId: made!.id, warehouseId, modelId: sw }
  const answer = await admin.call('POST /api/v1/work/order/:orderId/replacement/:replacementId/return', back)
  expect(answer.code).toBe(0)
  expect((await replacements(admin))[0]!.returned).toMatchObject({ serial: 'OLD-1' })
  await moveOrder(admin, orderId, { name: 'take' }, { name: 'resolve', cause: 'equipment', solution: 'New' })
  expect((await life('S1')).movements.map(({ kind }) => kind)).toEqual(['receive', 'reserve', 'issue'])
})
