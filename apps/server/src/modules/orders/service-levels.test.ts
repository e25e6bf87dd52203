import { calendarShapes, usualTargets } from '@netward/contract/work-order-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { reckonOutdated } from './deadlines.ts'
import { orderRoutes } from './index.ts'
import { earlier, makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { orderSweeps } from './orders.sweeps.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  admin = await t.person(company.id, 'administrator')
})

const roundTheClock = (resolve: number) => ({
  calendar: {
    timeZone: 'Asia/Shanghai',
    ...calendarShapes['7x24'],
    hours: [...calendarShapes['7x24'].hours],
  },
  targets: usualTargets.map(() => ({
    respond: { minutes: 30, always: false },
    resolve: { minutes: resolve, always: false },
  })),
})
const agreement = (more: object = {}) => ({
  name: 'Gold',
  startsOn: '2026-01-01',
  endsOn: null,
  level: roundTheClock(600),
  ...more,
})
const add = (more: object = {}, who = admin) => who.call('POST /api/v1/work/agreement', agreement(more))
const listed = async (who = admin) => (await who.call('POST /api/v1/work/agreement/lists', {})).data.items
const reckon = () =>
  reckonOutdated(
    (work) => t.scopes.withCompany(company.id, (transaction) => work(transaction)),
    new AbortController().signal,
  )
const sweep = async (name: string) =>
  orderSweeps
    .find((one) => one.name === name)!
    .run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const minutesFrom = (from: string, to: string | null) =>
  to === null ? null : (Date.parse(to) - Date.parse(from)) / 60_000
const deadlines = async (orderId: string) => {
  const { createdAt, respondDue, resolveDue } = await orderOf(admin, orderId)
  return [minutesFrom(createdAt, respondDue), minutesFrom(createdAt, resolveDue)]
}

test('without an agreement the usual targets hold; the highest priority counts round the clock', async () => {
  const orderId = await makeOrder(admin, { impact: 'high', urgency: 'high' })
  expect(await deadlines(orderId)).toEqual([15, 240])
  const order = await orderOf(admin, orderId)
  expect(order).toMatchObject({ agreement: null, timeZone: 'Asia/Shanghai' })
  expect(order.clocks).toMatchObject([
    {
      clock: 'respond',
      minutes: 15,
      always: true,
      counted: [{ from: order.createdAt, to: order.respondDue }],
    },
    { clock: 'resolve', minutes: 240, byHand: false },
  ])
})

test('an agreement decides deadlines of its orders, and a changed one computes them anew, once', async () => {
  const orderId = await makeOrder(admin)
  await add()
  await reckon()
  expect(await deadlines(orderId)).toEqual([30, 600])
  expect((await orderOf(admin, orderId)).agreement).toMatchObject({ name: 'Gold', version: 1 })
  const { id, version } = (await listed())[0]!
  const edited = await admin.call('PUT /api/v1/work/agreement/:agreementId', {
    agreementId: id,
    version,
    ...(agreement({ level: roundTheClock(300) }) as ReturnType<typeof agreement> & { endsOn: null }),
  })
  expect(edited.data).toEqual({ version: 2 })
  const before = await orderOf(admin, orderId)
  await reckon()
  await reckon()
  expect(await deadlines(orderId)).toEqual([30, 300])
  // A person who reads the order meanwhile is not in conflict with the job.
  expect((await orderOf(admin, orderId)).version).toBe(before.version)
  await admin.call('DELETE /api/v1/work/agreement/:agreementId', { agreementId: id })
  await reckon()
  expect((await orderOf(admin, orderId)).agreement).toBeNull()
})

test('waiting for the customer stops the clock, waiting for parts does not', async () => {
  await add()
  const suspended = async (reason: 'customer' | 'parts') => {
    const orderId = await makeOrder(admin)
    await moveOrder(admin, orderId, { name: 'take' })
    await earlier(t, orderId, 60)
    await moveOrder(admin, orderId, { name: 'suspend', reason, note: 'Waiting' })
    return orderId
  }
  const customer = await suspended('customer')
  expect((await orderOf(admin, customer)).resolveDue).toBeNull()
  await earlier(t, customer, 120)
  await moveOrder(admin, customer, { name: 'resume' })
  const resumed = (await deadlines(customer))[1]!
  expect(resumed).toBeGreaterThanOrEqual(720)
  expect(resumed).toBeLessThan(722)
  expect(await deadlines(await suspended('parts'))).toEqual([30, 600])
})

test('a deadline set by hand does not move until it is given up', async () => {
  const orderId = await makeOrder(admin, { impact: 'high', urgency: 'high' })
  const { version } = await orderOf(admin, orderId)
  const due = new Date(Date.now() + 90 * 60_000).toISOString()
  const set = (more: object) =>
    admin.call('POST /api/v1/work/order/:orderId/due', { orderId, version, due, note: 'Promised', ...more })
  expect((await set({ due: '2020-01-01T00:00:00Z' })).code).toBe('work_order.due_past')
  expect((await set({})).code).toBe(0)
  await add()
  await reckon()
  expect(await orderOf(admin, orderId)).toMatchObject({ resolveDue: due, dueByHand: true })
  await set({ version: version + 1, due: null })
  expect(await deadlines(orderId)).toEqual([30, 600])
})

test('warnings are written at 50, 80 and 100 percent, each once, also if the deadline moves', async () => {
  await add()
  const orderId = await makeOrder(admin)
  await moveOrder(admin, orderId, { name: 'take' })
  const warned = async () => {
    await sweep('work_order.warn')
    return (await orderOf(admin, orderId)).history
      .flatMap(({ kind, clock, percent }) => (kind === 'warned' ? [`${clock} ${percent}`] : []))
      .toReversed()
  }
  const wait = async (minutes: number) => {
    await earlier(t, orderId, minutes)
    await t.adminPool.query('update work_order set agreement_version = 0 where id = $1', [orderId])
    await reckon()
  }
  expect(await warned()).toEqual([])
  await wait(301)
  expect(await warned()).toEqual(['resolve 50'])
  await wait(1)
  expect(await warned()).toEqual(['resolve 50'])
  // Two parts at once warn of the last.
  await wait(300)
  expect(await warned()).toEqual(['resolve 50', 'resolve 100'])
  expect((await admin.call('GET /api/v1/work/order/count', {})).data.overdue).toBe(1)
  expect((await admin.call('POST /api/v1/work/order/lists', { overdue: 'yes' })).data.total).toBe(1)
})

test('an order that is suspended until a moment goes on by itself then, and its clock with it', async () => {
  const orderId = await makeOrder(admin)
  await moveOrder(
    admin,
    orderId,
    { name: 'take' },
    {
      name: 'suspend',
      reason: 'customer',
      note: 'Shop is closed',
      until: new Date(Date.now() + 60_000).toISOString(),
    },
  )
  await sweep('work_order.resume')
  expect(await orderOf(admin, orderId)).toMatchObject({ state: 'suspended', resolveDue: null })
  await t.adminPool.query(
    `update work_order set suspended_until = now() - interval '1 second' where id = $1`,
    [orderId],
  )
  await Promise.all([sweep('work_order.resume'), sweep('work_order.resume')])
  const { state, suspendedUntil, resolveDue, history } = await orderOf(admin, orderId)
  expect([state, suspendedUntil]).toEqual(['in_progress', null])
  expect(resolveDue).not.toBeNull()
  expect(history.map(({ kind }) => kind).filter((kind) => kind === 'resumed_itself')).toHaveLength(1)
})

test('a resolved order closes by itself after 72 hours', async () => {
  const orderId = await makeOrder(admin)
  await moveOrder(
    admin,
    orderId,
    { name: 'take' },
    { name: 'resolve', cause: 'power', solution: 'Fuse replaced' },
  )
  await sweep('work_order.close')
  expect((await orderOf(admin, orderId)).state).toBe('resolved')
  await earlier(t, orderId, 72 * 60 + 1)
  await sweep('work_order.close')
  const { state, history } = await orderOf(admin, orderId)
  expect([state, history[0]?.kind]).toEqual(['closed', 'closed_itself'])
})

test('agreements do not overlap, and the customer alone agrees to them', async () => {
  const inside = msp.actingIn(company.id)
  const { id } = (await add({ endsOn: '2026-12-31' }, inside)).data
  expect((await add({ name: 'Silver', startsOn: '2026-12-31' })).code).toBe('service_agreement.overlaps')
  expect((await add({ name: 'gold', startsOn: '2027-01-01' })).code).toBe('service_agreement.name_taken')
  expect((await add({ name: 'Silver', startsOn: '2027-01-01', endsOn: '2026-12-31' })).code).toBe(
    'service_agreement.dates_swapped',
  )
  const hours = [
    { day: 1, from: 540, to: 720 },
    { day: 1, from: 700, to: 800 },
  ]
  const level = roundTheClock(60)
  const wrong = await add({
    name: 'Silver',
    startsOn: '2027-01-01',
    level: { ...level, calendar: { ...level.calendar, hours } },
  })
  expect(wrong.code).toBe('service_agreement.hours_overlap')
  const agree = (who: TestPerson) =>
    who.call('POST /api/v1/work/agreement/:agreementId/agree', { agreementId: id, version: 1 })
  expect((await agree(inside)).code).toBe('service_agreement.not_yours')
  expect((await agree(admin)).code).toBe(0)
  expect((await agree(admin)).code).toBe('service_agreement.agreed')
  expect((await listed(msp))[0]).toMatchObject({ companyId: company.id, agreedBy: expect.any(String) })
})
