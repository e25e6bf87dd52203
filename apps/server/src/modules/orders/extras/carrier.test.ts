import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderRoutes } from '../index.ts'
import { orderSweeps } from '../orders.sweeps.ts'

let t: TestApp
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  engineer = await t.person((await t.company('company')).id, 'engineer')
})

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const set = async (orderId: string, more: object = {}) =>
  engineer.call('PUT /api/v1/work/order/:orderId/carrier', {
    orderId,
    version: (await orderOf(engineer, orderId)).version,
    isp: 'telecom',
    ...more,
  })
const chase = () =>
  orderSweeps
    .find(({ name }) => name === 'work_order.chase')!
    .run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const reminders = async (orderId: string) =>
  (await orderOf(engineer, orderId)).history.filter(({ kind }) => kind === 'carrier_late').length

test('a carrier fault keeps what the ISP said, and no other order does', async () => {
  const orderId = await makeOrder(engineer, {
    type: 'carrier_fault',
    carrier: { isp: 'other', ispName: 'Hillside Fibre', ticket: 'T-1', promisedAt: at(60) },
  })
  expect((await orderOf(engineer, orderId)).carrier).toMatchObject({
    ispName: 'Hillside Fibre',
    ticket: 'T-1',
  })
  expect((await set(orderId, { reportedAt: at(0), restoredAt: at(-5) })).data).toMatchObject({
    fields: [{ field: 'restoredAt' }],
  })
  expect((await set(orderId, { restoredAt: at(5), compensation: 120.5 })).code).toBe(0)
  expect((await orderOf(engineer, orderId)).carrier).toMatchObject({
    isp: 'telecom',
    ispName: '',
    compensation: 120.5,
  })
  const fault = await makeOrder(engineer)
  expect((await orderOf(engineer, fault)).carrier).toBeNull()
  expect((await set(fault)).code).toBe('work_order.not_carrier')
})

test('a promise that passes is reported once, and another promise again', async () => {
  const orderId = await makeOrder(engineer, { type: 'carrier_fault' })
  await moveOrder(engineer, orderId, { name: 'take' })
  await set(orderId, { promisedAt: at(60) })
  await chase()
  expect(await reminders(orderId)).toBe(0)
  await set(orderId, { promisedAt: at(-60) })
  await Promise.all([chase(), chase()])
  await chase()
  expect(await reminders(orderId)).toBe(1)
  const { rows } = await t.adminPool.query(
    `select recipient::text, notice from work_notice n join work_event e on e.id = n.event_id where kind = 'order' and subject_id = $1`,
    [orderId],
  )
  expect(rows).toEqual([{ recipient: engineer.personId, notice: 'carrier_late' }])
  await set(orderId, { promisedAt: at(-30) })
  await chase()
  expect(await reminders(orderId)).toBe(2)
  await set(orderId, { promisedAt: at(-10), restoredAt: at(-1) })
  await chase()
  expect(await reminders(orderId)).toBe(2)
})

test('waiting for the carrier stops the clocks, and stands apart from other waits', async () => {
  const orderId = await makeOrder(engineer, { type: 'carrier_fault' })
  await moveOrder(
    engineer,
    orderId,
    { name: 'take' },
    { name: 'suspend', reason: 'carrier', note: 'Reported', until: at(60) },
  )
  const { clocks, resolveDue } = await orderOf(engineer, orderId)
  expect(resolveDue).toBeNull()
  expect(clocks.map(({ left }) => left.map(({ reason }) => reason))).toEqual([['carrier'], ['carrier']])
})

test('the CSV of orders holds what the ISP said', async () => {
  await makeOrder(engineer, {
    type: 'carrier_fault',
    carrier: { isp: 'telecom', ticket: '=T-77', promisedAt: at(-5), compensation: 120.5 },
  })
  await makeOrder(engineer)
  const { body } = await t.raw({
    method: 'POST',
    url: '/api/v1/work/order/export',
    headers: { authorization: `Bearer ${engineer.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ sort: 'createdAt' }),
  })
  const [heading, fault, other] = body.trim().split('\r\n')
  expect(heading).toContain('ISP,Ticket of the ISP')
  expect(fault).toMatch(/China Telecom,'=T-77,,[^,]+,,Yes,120.5,/)
  expect(other).toMatch(/,{8}$/)
})
