import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { upload } from '../../../../test/upload.ts'
import { orderRoutes, visitRoutes } from '../index.ts'

let t: TestApp
let engineer: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    visitRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  colleague = await t.person(company.id, 'engineer')
})

const outlet = async (hours = '') =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name, time_zone, business_hours) values ($1, 'Shop', 'Asia/Shanghai', $2)
       returning id`,
      [engineer.companyId, hours],
    )
  ).rows[0]!.id
/** So many hours after noon of tomorrow in Shanghai. */
const at = (hours: number) => {
  const noon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(`${noon}T12:00:00+08:00`) + hours * 3_600_000).toISOString()
}
const site = async (orderId: string) =>
  (await engineer.call('GET /api/v1/work/order/:orderId/site', { orderId })).data
const plan = async (orderId: string, startsAt: string, endsAt: string, more: object = {}) => {
  const { version } = await orderOf(engineer, orderId)
  return engineer.call('POST /api/v1/work/order/:orderId/visit', {
    orderId,
    version,
    startsAt,
    endsAt,
    travelMinutes: 0,
    ...more,
  })
}
const checkIn = async (who: TestPerson, orderId: string, more: object = {}) => {
  const { version } = await orderOf(who, orderId)
  return who.call('POST /api/v1/work/order/:orderId/check-in', { orderId, version, ...more })
}
const picture = (width: number) =>
  sharp({ create: { width, height: 100, channels: 4, background: '#ffffff' } })
    .png()
    .toBuffer()
const codeOf = async (answer: Promise<{ code: unknown; data: unknown }>) => {
  const { code, data } = await answer
  const { fields } = (data ?? {}) as { fields?: { field: string }[] }
  return [code, fields?.[0]?.field]
}

test('an appointment lies in the future and in business hours', async () => {
  const orderId = await makeOrder(engineer, { outletId: await outlet('09:00-12:30,13:30-18:00') })
  expect((await plan(orderId, at(2), at(3))).code).toBe('visit.assignee_needed')
  await moveOrder(engineer, orderId, { name: 'take' })
  expect(await codeOf(plan(orderId, '2020-01-01T00:00:00Z', at(3)))).toEqual(['visit.past', 'startsAt'])
  expect(await codeOf(plan(orderId, at(3), at(2)))).toEqual(['visit.times_swapped', 'endsAt'])
  expect(await codeOf(plan(orderId, at(2), at(15)))).toEqual(['visit.too_long', 'endsAt'])
  expect(await codeOf(plan(orderId, at(0), at(2)))).toEqual(['visit.outside_hours', 'startsAt'])
  expect(await codeOf(plan(orderId, at(5), at(6.1)))).toEqual(['visit.outside_hours', 'startsAt'])
  expect((await plan(orderId, at(2), at(3))).code).toBe(0)
  expect(await codeOf(plan(orderId, at(3), at(4)))).toEqual(['visit.reason_needed', 'reason'])
  expect((await plan(orderId, at(3), at(4), { reason: 'The shop asked for it' })).code).toBe(0)
  expect((await site(orderId)).visits.map(({ state, startsAt }) => [state, startsAt])).toEqual([
    ['planned', at(3)],
    ['moved', at(2)],
  ])
  const { history } = await orderOf(engineer, orderId)
  expect(history.slice(0, 2)).toMatchObject([
    { kind: 'visit_moved', note: 'The shop asked for it', until: at(3) },
    { kind: 'visit_planned' },
  ])
})

test('appointments of one engineer do not overlap, travel included', async () => {
  const orders = [await makeOrder(engineer), await makeOrder(engineer)] as const
  for (const orderId of orders) await moveOrder(engineer, orderId, { name: 'take' })
  await plan(orders[0], at(0), at(1))
  expect(await codeOf(plan(orders[1], at(1.5), at(2), { travelMinutes: 31 }))).toEqual([
    'visit.overlaps',
    'startsAt',
  ])
  expect((await plan(orders[1], at(1.5), at(2), { travelMinutes: 30 })).code).toBe(0)
  const { items } = (await engineer.call('GET /api/v1/work/visit', { from: at(-24), to: at(24) })).data
  expect(items.map(({ orderId, engineerName }) => [orderId, engineerName])).toEqual(
    orders.map((orderId) => [orderId, items[0]!.engineerName]),
  )
  expect((await engineer.call('GET /api/v1/work/visit', { from: at(0), to: at(24 * 46) })).code).toBe(
    'visit.range_too_wide',
  )
})

test('a new assignee takes the appointment over if free; it ends with the order', async () => {
  const orders = [await makeOrder(engineer), await makeOrder(engineer)] as const
  for (const orderId of orders) await moveOrder(engineer, orderId, { name: 'take' })
  await plan(orders[0], at(0), at(1))
  await moveOrder(engineer, orders[0], { name: 'transfer', to: colleague.personId, note: 'Nearer' })
  expect((await site(orders[0])).visits).toMatchObject([{ state: 'planned', engineerId: colleague.personId }])
  await plan(orders[1], at(0), at(1))
  await moveOrder(engineer, orders[1], { name: 'assign', to: colleague.personId })
  expect((await site(orders[1])).visits).toMatchObject([{ state: 'cancelled' }])
  const { version } = await orderOf(engineer, orders[0])
  const cancel = () =>
    engineer.call('POST /api/v1/work/order/:orderId/visit/cancel', {
      orderId: orders[0],
      version,
      reason: 'Solved remotely',
    })
  expect((await cancel()).code).toBe(0)
  expect((await cancel()).code).toBe('work_order.changed')
})

test('the assignee or a helper checks in; the place is kept only if given', async () => {
  const orderId = await makeOrder(engineer)
  expect((await checkIn(engineer, orderId)).code).toBe('work_order.wrong_state')
  await moveOrder(engineer, orderId, { name: 'take' })
  expect((await checkIn(colleague, orderId)).code).toBe('work_order.not_assignee')
  await plan(orderId, at(0), at(1))
  expect((await checkIn(engineer, orderId)).code).toBe(0)
  expect(await orderOf(engineer, orderId)).toMatchObject({ state: 'in_progress' })
  await t.adminPool.query(
    `insert into work_order_helper (company_id, order_id, person_id, name) values ($1, $2, $3, 'B')`,
    [engineer.companyId, orderId, colleague.personId],
  )
  const place = { latitude: 31.2, longitude: 121.5, accuracyMetres: 20 }
  expect((await checkIn(colleague, orderId, { place })).code).toBe(0)
  const wrong = { place: { ...place, latitude: 91 } }
  expect((await checkIn(colleague, orderId, wrong)).code).toBe('request.invalid')
  expect((await site(orderId)).visits).toMatchObject([
    { state: 'arrived', engineerId: colleague.personId, place },
    { state: 'arrived', engineerId: engineer.personId, place: null },
  ])
})

test('the signature of the customer is kept as an image and replaced by the next', async () => {
  const orderId = await makeOrder(engineer)
  const sign = async (content: Buffer, signer = 'Wang') => {
    const url = `/api/v1/work/order/${orderId}/signature/file?signer=${signer}`
    const { body } = await upload(t, engineer, url, { content, filename: 'signature.png' })
    return JSON.parse(body) as { code: unknown }
  }
  expect((await sign(await picture(300))).code).toBe('work_order.wrong_state')
  await moveOrder(engineer, orderId, { name: 'take' })
  expect((await sign(Buffer.from('<svg onload="alert(1)"/>'))).code).toBe('image.type')
  expect((await sign(await picture(300))).code).toBe(0)
  expect((await sign(await picture(301), 'Li')).code).toBe(0)
  const { signature } = await site(orderId)
  expect(signature).toMatchObject({ signer: 'Li' })
  expect(signature?.picture).toMatch(/^data:image\/png;base64,iVBOR/)
  const { rows } = await t.adminPool.query('select from file where company_id = $1', [engineer.companyId])
  expect(rows.length).toBe(1)
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  expect((await stranger.call('GET /api/v1/work/order/:orderId/site', { orderId })).code).toBe(
    'work_order.not_found',
  )
})
