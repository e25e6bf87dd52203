import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder } from '../../../test/orders.ts'
import {
  createSharingApp,
  reserveShared,
  share,
  sharedStock,
  stocked,
  stockOf,
  twoCompanies,
  type TwoCompanies,
} from '../../../test/sharing.ts'
import type { TestApp } from '../../../test/test-app.ts'

let t: TestApp
let two: TwoCompanies
let stock: Awaited<ReturnType<typeof stocked>>

beforeAll(async () => {
  t = await createSharingApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  two = await twoCompanies(t)
  stock = await stocked(two.issuer)
})

const all = ['model', 'quantity', 'serial', 'warehouse', 'address'] as const
const parts = (more: object = {}) =>
  share(two, { kind: 'parts', warehouseId: stock.warehouseId, fields: [...all], ...more })
const ofOrder = async (orderId: string, who = two.user) =>
  (await who.call('GET /api/v1/work/order/:orderId/shared/part', { orderId })).data
const resolve = (orderId: string) =>
  moveOrder(
    two.user,
    orderId,
    { name: 'take' },
    { name: 'start' },
    { name: 'resolve', cause: 'equipment', solution: 'Replaced' },
  )

test('shared stock appears with its origin, and only the fields that the key shows', async () => {
  await share(two, {
    kind: 'parts',
    warehouseId: stock.warehouseId,
    modelIds: [stock.cable],
    fields: [],
    mode: 'read',
  })
  expect(await sharedStock(two.user)).toMatchObject([
    {
      category: 'other',
      model: null,
      warehouseName: null,
      address: null,
      available: null,
      anyLeft: true,
      usable: false,
    },
  ])
  await parts()
  const full = (await sharedStock(two.user)).filter(({ usable }) => usable)
  expect(full).toMatchObject([
    { model: 'Huawei Cable', warehouseName: 'Main', address: 'Harbour 1', available: 10 },
    { model: 'Huawei S5735', available: 3 },
  ])
})

test('a reservation stands in the ledger of the owner, with a mirror in the order; resolving issues what is used', async () => {
  await parts()
  const orderId = await makeOrder(two.user)
  expect((await reserveShared(two.user, orderId, 'Cable', 4)).data).toEqual({ reserved: 4 })
  expect((await reserveShared(two.user, orderId, 'S5735', 2)).data).toEqual({ reserved: 2 })
  expect(await stockOf(two.issuer)).toEqual({
    Cable: { onHand: 10, reserved: 4 },
    S5735: { onHand: 3, reserved: 2 },
  })
  const [cables, , second] = await ofOrder(orderId)
  expect(cables).toMatchObject({
    model: 'Huawei Cable',
    warehouseName: 'Main',
    quantity: 4,
    used: 4,
    state: 'reserved',
  })
  expect(second).toMatchObject({ serial: 'S2' })
  const used = (count: number) =>
    two.user.call('PUT /api/v1/work/order/:orderId/shared/part/:partId', {
      orderId,
      partId: cables!.id,
      used: count,
    })
  expect((await used(5)).code).toBe('part.used_too_many')
  await used(1)
  const free = { orderId, partId: second!.id }
  expect((await two.user.call('DELETE /api/v1/work/order/:orderId/shared/part/:partId', free)).code).toBe(0)
  await resolve(orderId)
  expect((await ofOrder(orderId)).map(({ state, used: count }) => [state, count])).toEqual([
    ['issued', 1],
    ['issued', 1],
    ['freed', 0],
  ])
  expect(await stockOf(two.issuer)).toEqual({
    Cable: { onHand: 9, reserved: 0 },
    S5735: { onHand: 2, reserved: 0 },
  })
  const own = await two.user.call('POST /api/v1/work/part/stock/lists', {})
  expect(own.data.items).toEqual([])
})

test('the owner hands a reservation over, or frees it, and both logs say so', async () => {
  const { keyId, redemptionId } = await parts()
  const orderId = await makeOrder(two.user)
  await reserveShared(two.user, orderId, 'Cable', 2)
  await reserveShared(two.user, orderId, 'Cable', 3)
  const { data } = await two.issuer.call('GET /api/v1/work/sharing/issued/:keyId', { keyId })
  const end = (reservationId: string, act: 'issue' | 'free') =>
    two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/reservation/:reservationId/end', {
      keyId,
      reservationId,
      act,
    })
  await end(data.reservations[0]!.id, 'free')
  await end(data.reservations[1]!.id, 'issue')
  expect((await end(data.reservations[1]!.id, 'issue')).code).toBe('part.reservation_over')
  expect(await stockOf(two.issuer)).toMatchObject({ Cable: { onHand: 8, reserved: 0 } })
  expect((await ofOrder(orderId)).map(({ state }) => state)).toEqual(['issued', 'freed'])
  const uses = await two.user.call('POST /api/v1/work/sharing/redeemed/:redemptionId/uses', { redemptionId })
  expect(uses.data.items.map(({ act, byIssuer, quantity }) => [act, byIssuer, quantity])).toEqual([
    ['issue', true, 2],
    ['free', true, 3],
    ['reserve', false, 3],
    ['reserve', false, 2],
    ['redeem', false, null],
  ])
})

test('revoking ends reservations by the rule of the key: they stay, or are released', async () => {
  const revoke = (keyId: string) =>
    two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId })
  const orderId = await makeOrder(two.user)
  const stop = await parts({ onEnd: 'stop' })
  await reserveShared(two.user, orderId, 'Cable', 4)
  await revoke(stop.keyId)
  expect((await ofOrder(orderId)).map(({ state }) => state)).toEqual(['freed'])
  expect(await sharedStock(two.user)).toEqual([])
  const finish = await parts({ onEnd: 'finish' })
  await reserveShared(two.user, orderId, 'Cable', 4)
  await revoke(finish.keyId)
  expect((await ofOrder(orderId)).map(({ state }) => state)).toEqual(['freed', 'reserved'])
  await resolve(orderId)
  expect(await stockOf(two.issuer)).toMatchObject({ Cable: { onHand: 6, reserved: 0 } })
})

test('a key of limited use reserves so often, and a read key never', async () => {
  await parts({ mostUses: 2 })
  const orderId = await makeOrder(two.user)
  expect((await reserveShared(two.user, orderId, 'Cable', 1)).code).toBe(0)
  expect((await reserveShared(two.user, orderId, 'Cable', 1)).code).toBe('sharing.used_up')
  expect((await sharedStock(two.user)).some(({ usable }) => usable)).toBe(false)
  const other = await twoCompanies(t)
  await share(
    { issuer: two.issuer, user: other.user },
    { kind: 'parts', warehouseId: stock.warehouseId, fields: ['model'], mode: 'read' },
  )
  const theirs = await makeOrder(other.user)
  expect((await reserveShared(other.user, theirs, 'Cable', 1)).code).toBe('sharing.read_only')
})

test('the order of a customer uses the parts that its MSP has by a key, and the customer does not see them', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  const customer = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  await share(
    { issuer: two.issuer, user: msp },
    { kind: 'parts', warehouseId: stock.warehouseId, fields: [...all] },
  )
  const orderId = await makeOrder(customer)
  expect((await reserveShared(msp, orderId, 'Cable', 1)).code).toBe(0)
  expect(await ofOrder(orderId, customer)).toEqual([])
  expect(await ofOrder(orderId, msp)).toHaveLength(1)
  expect((await reserveShared(two.user, orderId, 'Cable', 1)).code).toBe('work_order.not_found')
})

test('of 50 parallel reservations across both companies exactly as many succeed as there are pieces', async () => {
  await parts()
  const orderId = await makeOrder(two.user)
  const own = await makeOrder(two.issuer)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0
        ? reserveShared(two.user, orderId, 'Cable', 1)
        : two.issuer.call('POST /api/v1/work/order/:orderId/part', {
            orderId: own,
            warehouseId: stock.warehouseId,
            modelId: stock.cable,
            quantity: 1,
          }),
    ),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(10)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 'part.not_enough']))
  expect(await stockOf(two.issuer)).toMatchObject({ Cable: { onHand: 10, reserved: 10 } })
})

test('a shared piece takes the place of the device of an order if the key shows its serial number', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, msp_id, name, type, driver, presence, serial_number)
     values ($1, $1, 'Core', 'switch', 'none', 'unknown', 'OLD') returning id::text`,
    [two.user.companyId],
  )
  const deviceId = rows[0]!.id
  const hidden = await parts({ fields: ['model'] })
  const orderId = await makeOrder(two.user, { deviceId })
  const replace = (reservationId: string, who = two.user) =>
    who.call('POST /api/v1/work/order/:orderId/replacement', { orderId, reservationId, shared: true })
  await reserveShared(two.user, orderId, 'S5735', 1)
  const [masked] = await ofOrder(orderId)
  expect((await replace(masked!.id)).code).toBe('part.serial_needed')
  await two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId: hidden.keyId })
  await parts()
  await reserveShared(two.user, orderId, 'S5735', 1)
  const shown = (await ofOrder(orderId)).find(({ serial }) => serial !== null)!
  expect((await replace(shown.id, two.issuer)).status).toBe(404)
  expect((await replace('1')).code).toBe('part.reservation_not_found')
  expect((await replace(shown.id)).code).toBe(0)
  const { rows: devices } = await t.adminPool.query(
    'select name, state, serial_number as serial from device where company_id = $1 order by id',
    [two.user.companyId],
  )
  expect(devices).toEqual([
    { name: 'Core', state: 'replaced', serial: 'OLD' },
    { name: 'Core', state: 'claimed', serial: shown.serial },
  ])
  expect((await ofOrder(orderId)).find(({ id }) => id === shown.id)).toMatchObject({
    state: 'issued',
    used: 1,
  })
  // What is installed is not freed.
  expect(
    (
      await two.user.call('DELETE /api/v1/work/order/:orderId/shared/part/:partId', {
        orderId,
        partId: shown.id,
      })
    ).code,
  ).toBe('part.reservation_over')
})
