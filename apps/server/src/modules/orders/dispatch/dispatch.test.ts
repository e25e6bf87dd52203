import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { fieldWorkRoutes, orderRoutes } from '../index.ts'
import { type EngineerFacts, rankEngineers } from './engineer-rank.ts'

let t: TestApp
let msp: TestPerson
let manager: TestPerson
let engineer: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    fieldWorkRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  const company = await t.company('company', msp.companyId)
  manager = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
  colleague = await t.person(company.id, 'engineer')
})

const outlet = async (region: string) =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name, region) values ($1, $2, $3) returning id`,
      [manager.companyId, `Shop in ${region}`, region],
    )
  ).rows[0]!.id
const engineerOf = (who: TestPerson, by: TestPerson = manager, more: object = {}) =>
  by.call('PUT /api/v1/work/dispatch/engineer/:personId', {
    personId: who.personId,
    hours: '7x24',
    ...more,
  })
const mode = (by: TestPerson, to: 'manual' | 'pool' | 'rule') =>
  by.call('PUT /api/v1/work/dispatch', { mode: to })

const facts = (personId: string, more: Partial<EngineerFacts> = {}): EngineerFacts => ({
  personId,
  skills: [],
  regions: [],
  mostOpen: 10,
  openOrders: 0,
  hours: '7x24',
  away: false,
  certified: true,
  visits: [],
  ...more,
})

test('the rule ranks by skill, region, load, absence, working hours and visits', () => {
  const at = Date.parse('2026-11-28T10:00:00Z')
  const job = { category: 'wireless', region: '华东/上海', now: { at, weekday: 6, minute: 600 } }
  const visit = { from: '2026-11-28T09:30:00Z', to: '2026-11-28T11:00:00Z' }
  const ranked = rankEngineers(
    [
      facts('1', { skills: ['power'] }),
      facts('2', { regions: ['华东/上'] }),
      facts('3', { openOrders: 10 }),
      facts('4', { away: true }),
      facts('5', { hours: '5x8' }),
      facts('6', { visits: [visit] }),
      facts('7', { openOrders: 2 }),
      facts('8', { openOrders: 1, mostOpen: 5 }),
      facts('9', { openOrders: 2, regions: ['华东'] }),
      facts('10', { certified: false }),
    ],
    job,
  )
  expect(ranked.map(({ engineer: { personId }, refusals, free }) => [personId, free, ...refusals])).toEqual([
    ['9', true],
    ['7', true],
    ['8', true],
    ['5', false],
    ['6', false],
    ['2', true, 'region'],
    ['1', true, 'skill'],
    ['10', true, 'certificate'],
    ['3', true, 'load'],
    ['4', false, 'away'],
  ])
})

test('a new order goes to the engineer who fits, and into the pool if nobody does', async () => {
  await engineerOf(engineer, manager, { skills: ['wireless'], regions: ['华东'] })
  await engineerOf(colleague, manager, { skills: ['power'] })
  await mode(manager, 'rule')
  const orderId = await makeOrder(engineer, { category: 'wireless', outletId: await outlet('华东/上海') })
  expect(await orderOf(engineer, orderId)).toMatchObject({
    state: 'assigned',
    assigneeId: engineer.personId,
    pooled: false,
  })
  const far = await makeOrder(engineer, { category: 'wireless', outletId: await outlet('华北/北京') })
  expect(await orderOf(engineer, far)).toMatchObject({ state: 'new', pooled: true })
  expect((await moveOrder(engineer, far, { name: 'dispatch' })).code).toBe('work_order.no_engineer')
  const { data } = await manager.call('GET /api/v1/work/order/:orderId/engineers', { orderId: far })
  expect(data.map(({ personId, refusals }) => [personId, ...refusals])).toEqual([
    [colleague.personId, 'skill'],
    [engineer.personId, 'region'],
  ])
})

test('an engineer takes an order out of the pool; the second learns who was first', async () => {
  await engineerOf(engineer)
  await engineerOf(colleague, manager, { skills: ['power'] })
  await mode(manager, 'pool')
  const orderId = await makeOrder(manager, { category: 'wireless' })
  const counted = async (who: TestPerson) => (await who.call('GET /api/v1/work/order/count', {})).data.toClaim
  expect([await counted(engineer), await counted(colleague)]).toEqual([1, 0])
  const { version } = await orderOf(manager, orderId)
  const claim = (who: TestPerson) =>
    who.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move: { name: 'claim' } })
  const answers = await Promise.all([claim(engineer), claim(colleague)])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 'work_order.claimed']))
  const taken = await orderOf(manager, orderId)
  expect(taken).toMatchObject({ state: 'accepted', pooled: false })
  expect(answers.find(({ code }) => code !== 0)?.message).toContain(taken.assigneeName)
  expect(await counted(engineer)).toBe(0)
})

test('an order is transferred with a reason, offered again, and help is asked for', async () => {
  const orderId = await makeOrder(manager)
  await moveOrder(engineer, orderId, { name: 'take' })
  const transfer = { name: 'transfer', to: colleague.personId, note: 'Nearer' } as const
  expect((await moveOrder(colleague, orderId, transfer)).code).toBe('work_order.not_assignee')
  expect((await moveOrder(engineer, orderId, { ...transfer, to: engineer.personId })).code).toBe(
    'work_order.transfer_to_itself',
  )
  await moveOrder(engineer, orderId, transfer)
  expect(await orderOf(manager, orderId)).toMatchObject({
    state: 'assigned',
    assigneeId: colleague.personId,
    history: [{ kind: 'transfer', note: 'Nearer' }, {}, {}],
  })
  const ask = (personId: string) =>
    colleague.call('POST /api/v1/work/order/:orderId/help', {
      orderId,
      personId,
      note: 'A second pair of hands',
    })
  expect((await ask(engineer.personId)).code).toBe(0)
  expect((await ask(engineer.personId)).code).toBe('work_order.helps_already')
  expect((await ask(msp.personId)).code).toBe('work_order.assignee_not_found')
  expect((await orderOf(engineer, orderId)).watching).toBe(true)
  await moveOrder(colleague, orderId, { name: 'pool' })
  expect(await orderOf(manager, orderId)).toMatchObject({ state: 'new', assigneeId: null, pooled: true })
  await moveOrder(colleague, orderId, { name: 'cancel', note: 'Mistake' })
  expect((await ask(colleague.personId)).code).toBe('work_order.over')
})

test('customers inherit the setting of their MSP, whose engineers serve them', async () => {
  await mode(msp, 'rule')
  await engineerOf(msp, msp)
  expect((await manager.call('GET /api/v1/work/dispatch', {})).data).toMatchObject({ mode: 'rule' })
  const orderId = await makeOrder(manager)
  expect(await orderOf(manager, orderId)).toMatchObject({ assigneeId: msp.personId })
  await mode(manager, 'manual')
  expect((await manager.call('GET /api/v1/work/dispatch', {})).data).toEqual({
    mode: 'manual',
    inheritedFrom: null,
  })
  expect(await orderOf(manager, await makeOrder(manager))).toMatchObject({ state: 'new', pooled: false })
})

test('engineers are members; regions count open orders', async () => {
  expect((await engineerOf(msp)).code).toBe('engineer.not_member')
  const away = { awayFrom: '2026-12-02', awayUntil: '2026-12-01' }
  expect((await engineerOf(engineer, manager, away)).code).toBe('engineer.dates_swapped')
  await engineerOf(engineer)
  const { items } = (await manager.call('POST /api/v1/work/dispatch/engineer/lists', {})).data
  expect(items).toMatchObject([{ personId: engineer.personId, mostOpen: 10 }])
  const remove = () =>
    manager.call('DELETE /api/v1/work/dispatch/engineer/:personId', { personId: engineer.personId })
  expect((await remove()).code).toBe(0)
  expect((await remove()).code).toBe('engineer.not_found')
  await makeOrder(manager, { outletId: await outlet('华东/上海') })
  await makeOrder(manager)
  expect((await manager.call('GET /api/v1/work/order/regions', {})).data).toMatchObject([
    { region: '', open: 1, unassigned: 1 },
    { region: '华东/上海', open: 1, unassigned: 1 },
  ])
  const inRegion = async (region: string) =>
    (await manager.call('POST /api/v1/work/order/lists', { region })).data.total
  expect([await inRegion('华东'), await inRegion('/'), await inRegion('华')]).toEqual([1, 1, 0])
})
