import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveOrder } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderFormRoutes, orderRoutes } from '../index.ts'
import { nobodyIn } from '../nobody.ts'
import { daysAfter } from '../../../platform/zone.ts'
import { nextDate, planDates } from './plan-dates.ts'
import { planSweep } from './plan-orders.ts'
import { planTargetRepo } from './plan-target.repo.ts'

let t: TestApp
let engineer: TestPerson
let companyId: string
let templateId: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    orderFormRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  companyId = (await t.company('company')).id
  engineer = await t.person(companyId, 'engineer')
  const template = { name: 'Check', title: 'Check', checklist: [{ text: 'Dust removed' }], tags: ['plan'] }
  templateId = (await engineer.call('POST /api/v1/work/template', template)).data.id
})

const outlet = async (name: string, zone = 'Asia/Shanghai', region = '') =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name, time_zone, region) values ($1, $2, $3, $4) returning id`,
      [companyId, name, zone, region],
    )
  ).rows[0]!.id
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
type Plan = EndpointInput<'POST /api/v1/work/plan'>
const add = (given: Partial<Plan> = {}) =>
  engineer.call('POST /api/v1/work/plan', {
    name: 'Inspection',
    templateId,
    scope: { kind: 'all' },
    rule: 'FREQ=DAILY',
    startsOn: daysAfter(today(), 2),
    ...given,
  })
const sweep = async () =>
  planSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const plan = async (planId: string) => (await engineer.call('GET /api/v1/work/plan/:planId', { planId })).data
const orders = async (planId: string) =>
  (await engineer.call('POST /api/v1/work/order/lists', { planId, sort: 'createdAt', pageSize: 200 })).data
    .items

test('dates follow from the rule alone, up to the last day', () => {
  const weekly = { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', startsOn: '2026-11-02', endsOn: '2026-11-30' }
  expect(planDates(weekly, '2026-11-01', 10)).toEqual([
    '2026-11-03',
    '2026-11-06',
    '2026-11-17',
    '2026-11-20',
  ])
  const quarterly = { rule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31', startsOn: '2026-01-31', endsOn: null }
  expect(planDates(quarterly, '2026-02-01', 2)).toEqual(['2026-07-31', '2026-10-31'])
  expect(nextDate(weekly, '2026-11-21')).toBeNull()
})

test('each site has one order a date, however often the job runs', async () => {
  const [one] = [await outlet('Shop 1'), await outlet('Shop 2')]
  const { id } = (await add({ leadDays: 2 })).data
  await Promise.all([sweep(), sweep()])
  await sweep()
  const made = await orders(id)
  expect(made.map(({ title, type, tags, dueByHand }) => [title, type, tags, dueByHand])).toEqual([
    ['Check · Shop 1', 'inspection', ['plan'], true],
    ['Check · Shop 2', 'inspection', ['plan'], true],
  ])
  expect(made[0]).toMatchObject({ outletId: one, resolveDue: `${daysAfter(today(), 2)}T10:00:00.000Z` })
  expect(
    (await engineer.call('GET /api/v1/work/order/:orderId', { orderId: made[0]!.id })).data.checks,
  ).toMatchObject([{ text: 'Dust removed', required: true, doneAt: null }])
  expect(await plan(id)).toMatchObject({
    nextOn: daysAfter(today(), 3),
    targets: 2,
    lastRun: {
      occursOn: daysAfter(today(), 2),
      targets: 2,
      made: 2,
      skipped: 0,
      finishedAt: expect.any(String),
    },
  })
  expect((await plan(id)).dates).toHaveLength(10)
})

test('a site whose order before is open is skipped, and has the next one once that is resolved', async () => {
  await outlet('Shop 1')
  await outlet('Shop 2')
  const { id } = (await add({ leadDays: 2, startsOn: daysAfter(today(), 1) })).data
  await sweep()
  const made = await orders(id)
  expect(made).toHaveLength(2)
  expect((await plan(id)).runs).toMatchObject([
    { made: 0, skipped: 2 },
    { made: 2, skipped: 0 },
  ])
  await moveOrder(engineer, made[0]!.id, { name: 'cancel', note: 'Closed today' })
  await t.adminPool.query(`update order_plan set lead_days = 3 where id = $1`, [id])
  await sweep()
  expect((await orders(id)).map(({ title }) => title)).toEqual(['Check · Shop 2', 'Check · Shop 1'])
})

test('the deadline is that of the clock of the site, also after it changes', async () => {
  await outlet('Berlin', 'Europe/Berlin')
  const { dates: _d, targets: _t, places: _p, runs: _r, ...row } = await plan((await add()).data.id)
  const due = (nextOn: string) =>
    t.scopes.withCompany(companyId, async ({ db }) => {
      const far = { ...row, nextOn, leadDays: 10_000 }
      const [target] = await planTargetRepo.ready({ db, scope: nobodyIn(companyId) }, far, 1)
      return target?.due
    })
  // Summer time begins there on 28 March 2027 and ends on 31 October.
  expect(await due('2027-03-27')).toBe('2027-03-27T17:00:00.000Z')
  expect(await due('2027-03-28')).toBe('2027-03-28T16:00:00.000Z')
  expect(await due('2027-10-30')).toBe('2027-10-30T16:00:00.000Z')
  expect(await due('2027-10-31')).toBe('2027-10-31T17:00:00.000Z')
})

test('a region has the sites that it has on the day, and a site further west waits for its midnight', async () => {
  await outlet('East', 'Asia/Shanghai', '华东/上海')
  await outlet('North', 'Asia/Shanghai', '华北')
  const region = (await add({ name: 'East', scope: { kind: 'region', region: '华东' }, leadDays: 2 })).data.id
  await sweep()
  expect((await orders(region)).map(({ title }) => title)).toEqual(['Check · East'])
  // 25 hours apart: the day of the first is never that of the second.
  const outletIds = [
    await outlet('Kiritimati', 'Pacific/Kiritimati'),
    await outlet('Samoa', 'Pacific/Pago_Pago'),
  ]
  const begun = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
  const startsOn = daysAfter(begun, 2)
  const far = (await add({ name: 'Far', scope: { kind: 'outlets', outletIds }, startsOn, leadDays: 2 })).data
    .id
  await sweep()
  expect((await orders(far)).map(({ title }) => title)).toEqual(['Check · Kiritimati'])
  expect(await plan(far)).toMatchObject({
    nextOn: startsOn,
    lastRun: { made: 1, targets: 2, finishedAt: null },
  })
})

test('a paused plan makes nothing, and dates that passed meanwhile are left out', async () => {
  await outlet('Shop')
  const { id: planId } = (await add({ startsOn: today(), leadDays: 0 })).data
  await engineer.call('POST /api/v1/work/plan/:planId/pause', { planId, paused: true })
  await t.adminPool.query(
    `update order_plan set next_on = next_on - 30, starts_on = starts_on - 30 where id = $1`,
    [planId],
  )
  await sweep()
  expect(await orders(planId)).toEqual([])
  await engineer.call('POST /api/v1/work/plan/:planId/pause', { planId, paused: false })
  expect((await plan(planId)).nextOn).toBe(today())
  // As after a server that stood still for a month.
  await t.adminPool.query(`update order_plan set next_on = next_on - 30 where id = $1`, [planId])
  await sweep()
  expect((await plan(planId)).runs.length).toBeLessThanOrEqual(2)
})

test('many sites are made in several transactions, and a plan that ends is over', async () => {
  await t.adminPool.query(
    `insert into outlet (company_id, name) select $1, 'Shop ' || lpad(n::text, 3, '0') from generate_series(1, 120) n`,
    [companyId],
  )
  const day = daysAfter(today(), 1)
  const { id } = (await add({ startsOn: day, endsOn: day, leadDays: 1 })).data
  await sweep()
  expect(await orders(id)).toHaveLength(120)
  expect(await plan(id)).toMatchObject({ nextOn: null, lastRun: { made: 120, targets: 120 } })
  expect((await engineer.call('POST /api/v1/work/plan/lists', { state: 'over' })).data.total).toBe(1)
})

test('what a plan says is checked, and a template in use stays', async () => {
  const id = (await add()).data.id
  expect((await add()).code).toBe('order_plan.name_taken')
  const refused = async (given: Partial<Plan>) => (await add({ name: 'Other', ...given })).code
  expect(await refused({ endsOn: today() })).toBe('order_plan.dates_swapped')
  const noDay = { startsOn: '2027-02-01', endsOn: '2027-02-05', rule: 'FREQ=MONTHLY;BYMONTHDAY=30' }
  expect(await refused(noDay)).toBe('order_plan.never')
  expect(await refused({ templateId: '999999' })).toBe('order_template.not_found')
  expect(await refused({ scope: { kind: 'outlets', outletIds: ['999999'] } })).toBe('outlet.not_found')
  expect(await refused({ scope: { kind: 'devices', deviceIds: ['999999'] } })).toBe('device.not_found')
  expect((await engineer.call('DELETE /api/v1/work/template/:templateId', { templateId })).code).toBe(
    'order_template.in_use',
  )
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  expect((await stranger.call('DELETE /api/v1/work/plan/:planId', { planId: id })).code).toBe(
    'order_plan.not_found',
  )
  await engineer.call('DELETE /api/v1/work/plan/:planId', { planId: id })
  expect((await engineer.call('DELETE /api/v1/work/template/:templateId', { templateId })).code).toBe(0)
})
