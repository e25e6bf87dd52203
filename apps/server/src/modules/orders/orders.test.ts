import { orderMoveNames, orderMoves, orderStates } from '@netward/contract/states/work-order'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { orderRoutes } from './index.ts'
import { makeOrder, moveOrder, type MoveInput, orderOf } from '../../../test/orders.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let colleague: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
  colleague = await t.person(company.id, 'engineer')
})

const list = async (who: TestPerson = engineer, filter: object = {}) =>
  (await who.call('POST /api/v1/work/order/lists', filter)).data
const outlet = async (name = 'Shop') =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name, time_zone) values ($1, $2, 'Asia/Shanghai') returning id`,
      [company.id, name],
    )
  ).rows[0]!.id
const alarmOf = async (deviceId: string) =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
       values ($1, $2, 'disk_full', '/data', '', 'major', now()) returning id`,
      [company.id, deviceId],
    )
  ).rows[0]!.id

test('orders of a company count up; impact and urgency make the priority', async () => {
  const outletId = await outlet()
  const made = await engineer.call('POST /api/v1/work/order', {
    title: 'No internet',
    impact: 'high',
    urgency: 'high',
    outletId,
    tags: ['vip'],
  })
  expect(made.data.number).toBe(1)
  const other = await makeOrder(engineer, { title: 'Printer', impact: 'low', urgency: 'low' })
  expect(await orderOf(engineer, other)).toMatchObject({ number: 2, priority: 4, state: 'new', version: 2 })
  const { items, total } = await list()
  expect(total).toBe(2)
  expect(items.map(({ number, priority, outletName }) => [number, priority, outletName])).toEqual([
    [2, 4, null],
    [1, 1, 'Shop'],
  ])
  const asked = async (filter: object) => (await list(engineer, filter)).items.map(({ number }) => number)
  expect(await asked({ search: 'printer' })).toEqual([2])
  expect(await asked({ priority: '1' })).toEqual([1])
  expect(await asked({ tag: 'vip' })).toEqual([1])
  expect(await asked({ outletId })).toEqual([1])
  expect(await asked({ assignee: 'nobody', sort: 'priority' })).toEqual([1, 2])
  expect(await asked({ standing: 'ended' })).toEqual([])
  const { body } = await t.raw({
    method: 'POST',
    url: '/api/v1/work/order/export',
    headers: { authorization: `Bearer ${engineer.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ sort: 'priority' }),
  })
  expect(body.split('\r\n')[1]).toContain('No internet')
})

test('an order is assigned, accepted, carried out and closed, and its history says by whom', async () => {
  const orderId = await makeOrder(engineer)
  const people = (await engineer.call('GET /api/v1/work/order/assignees', { orderId })).data
  expect(people.map(({ personId }) => personId).toSorted()).toEqual(
    [engineer.personId, colleague.personId].toSorted(),
  )
  await moveOrder(engineer, orderId, { name: 'assign', to: colleague.personId, note: 'Nearest' })
  expect((await moveOrder(engineer, orderId, { name: 'accept' })).code).toBe('work_order.not_assignee')
  await moveOrder(
    colleague,
    orderId,
    { name: 'accept' },
    { name: 'start' },
    { name: 'suspend', reason: 'carrier', note: 'Ticket 4711' },
    { name: 'resume' },
    { name: 'resolve', cause: 'isp', solution: 'The carrier replaced the fibre' },
  )
  const resolved = await orderOf(engineer, orderId)
  expect(resolved).toMatchObject({
    state: 'resolved',
    cause: 'isp',
    solution: 'The carrier replaced the fibre',
  })
  expect(resolved.respondedAt).not.toBeNull()
  expect(resolved.clocks[1]?.left).toMatchObject([{ reason: 'carrier' }, { reason: 'resolved', to: null }])
  await moveOrder(engineer, orderId, { name: 'reopen', note: 'Down again' })
  expect(await orderOf(engineer, orderId)).toMatchObject({ state: 'in_progress', resolvedAt: null })
  await moveOrder(colleague, orderId, { name: 'resolve', cause: 'isp', solution: 'Again' })
  await moveOrder(engineer, orderId, { name: 'close' })
  const { state, history } = await orderOf(engineer, orderId)
  expect(state).toBe('closed')
  expect(history.map(({ kind }) => kind).toReversed()).toEqual([
    'created',
    'assign',
    'accept',
    'start',
    'suspend',
    'resume',
    'resolve',
    'reopen',
    'resolve',
    'close',
  ])
  expect((await list(engineer, { standing: 'ended' })).total).toBe(1)
})

const inputs: Record<(typeof orderMoveNames)[number], MoveInput> = {
  assign: { name: 'assign', to: 'me' },
  take: { name: 'take' },
  pool: { name: 'pool' },
  claim: { name: 'claim' },
  dispatch: { name: 'dispatch' },
  transfer: { name: 'transfer', to: 'set below', note: 'Nearer' },
  accept: { name: 'accept' },
  refuse: { name: 'refuse', note: 'Ill' },
  start: { name: 'start' },
  suspend: { name: 'suspend', reason: 'parts', note: 'Ordered' },
  resume: { name: 'resume' },
  resolve: { name: 'resolve', cause: 'other', solution: 'Done' },
  reopen: { name: 'reopen', note: 'Again' },
  close: { name: 'close' },
  cancel: { name: 'cancel', note: 'Mistake' },
}

test('in each state exactly the moves of the table are possible', async () => {
  const orderId = await makeOrder(engineer)
  await t.adminPool.query(`insert into engineer (company_id, person_id, hours) values ($1, $2, '7x24')`, [
    company.id,
    colleague.personId,
  ])
  const moves = { ...inputs, transfer: { name: 'transfer', to: colleague.personId, note: 'Nearer' } as const }
  for (const state of orderStates)
    for (const name of orderMoveNames) {
      await t.adminPool.query(
        `update work_order set state = $2, assignee_id = $3, assignee_name = 'A', resolved_at = null, closed_at = null,
           pooled_at = case when $4 then now() end where id = $1`,
        [orderId, state, engineer.personId, name === 'claim'],
      )
      const allowed = (orderMoves[name].from as readonly string[]).includes(state)
      const own = name === 'take' && state !== 'assigned' && state !== 'new'
      const { code } = await moveOrder(engineer, orderId, moves[name])
      expect([state, name, code]).toEqual([
        state,
        name,
        !allowed
          ? 'work_order.wrong_state'
          : own || (name === 'take' && state === 'new')
            ? 'work_order.own_already'
            : 0,
      ])
    }
})

test('of two people who change an order at once the second is refused', async () => {
  const orderId = await makeOrder(engineer)
  const { version } = await orderOf(engineer, orderId)
  const take = (who: TestPerson) =>
    who.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move: { name: 'take' } })
  const codes = (await Promise.all([take(engineer), take(colleague)])).map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set([0, 'work_order.changed']))
  const edited = await engineer.call('PUT /api/v1/work/order/:orderId', { orderId, version, title: 'Other' })
  expect(edited.code).toBe('work_order.changed')
})

test('an MSP sees orders of all its customers without acting, and works on them by the right to act', async () => {
  const orderId = await makeOrder(engineer)
  const other = await t.person((await t.company('company', msp.companyId)).id, 'engineer')
  await makeOrder(other)
  expect((await list(msp)).items.map(({ companyId }) => companyId).toSorted()).toEqual(
    [company.id, other.companyId].toSorted(),
  )
  expect((await moveOrder(msp, orderId, { name: 'assign', to: 'me' })).data.state).toBe('assigned')
  expect((await moveOrder(msp, orderId, { name: 'accept' })).code).toBe(0)
  expect((await orderOf(engineer, orderId)).history[0]?.actorCompanyName).not.toBeNull()
  const people = (await msp.call('GET /api/v1/work/order/assignees', { orderId })).data
  expect(people.map(({ personId }) => personId)).toContain(msp.personId)
  expect((await other.call('GET /api/v1/work/order/:orderId', { orderId })).code).toBe('work_order.not_found')
  const refused = await other.call('POST /api/v1/work/order/:orderId/note', { orderId, note: 'x' })
  expect(refused.code).toBe('work_order.not_found')
})

test('internal notes are read by the own company alone', async () => {
  const orderId = await makeOrder(engineer)
  const note = (who: TestPerson, text: string, internal: boolean) =>
    who.call('POST /api/v1/work/order/:orderId/note', { orderId, note: text, internal })
  await note(msp, 'Contract ends soon', true)
  await note(msp, 'We come at ten', false)
  await note(engineer, 'Ask for a discount', true)
  const notes = async (who: TestPerson) =>
    (await orderOf(who, orderId)).history.flatMap(({ kind, note: text }) => (kind === 'note' ? [text] : []))
  expect(await notes(msp)).toEqual(['We come at ten', 'Contract ends soon'])
  expect(await notes(engineer)).toEqual(['Ask for a discount', 'We come at ten'])
})

test('an order is made from an alarm, once while it is open', async () => {
  const outletId = await outlet()
  const deviceId = await arrangeDevice(t, company.id, { name: 'Core', type: 'switch' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [deviceId, outletId])
  const alarmId = await alarmOf(deviceId)
  const orderId = await makeOrder(msp, { alarmId })
  expect(await orderOf(engineer, orderId)).toMatchObject({
    alarmId,
    deviceId,
    outletId,
    subjectName: 'Core',
    isGateway: false,
    companyId: company.id,
  })
  const again = await engineer.call('POST /api/v1/work/order', { title: 'Again', alarmId })
  expect(again.code).toBe('work_order.alarm_has_order')
  await moveOrder(engineer, orderId, { name: 'cancel', note: 'Mistake' })
  expect((await engineer.call('POST /api/v1/work/order', { title: 'Again', alarmId })).code).toBe(0)
  const missing = await engineer.call('POST /api/v1/work/order', { title: 'x', alarmId: '999999' })
  expect(missing.code).toBe('work_order.alarm_not_found')
  expect((await engineer.call('POST /api/v1/work/order', { title: 'x', deviceId: '999999' })).code).toBe(
    'work_order.subject_not_found',
  )
})

test('people watch orders, and relate them by number', async () => {
  const [one, two] = [await makeOrder(engineer), await makeOrder(engineer)]
  await colleague.call('POST /api/v1/work/order/:orderId/watch', { orderId: one, watch: true })
  expect((await list(colleague, { watched: 'yes' })).total).toBe(1)
  expect((await list(engineer, { watched: 'yes' })).total).toBe(0)
  const relate = (more: object) =>
    engineer.call('POST /api/v1/work/order/:orderId/relation', {
      orderId: two,
      kind: 'duplicate_of',
      number: 1,
      ...more,
    })
  expect((await relate({})).code).toBe(0)
  expect((await relate({ number: 2 })).code).toBe('work_order.related_to_itself')
  expect((await relate({ number: 99 })).code).toBe('work_order.related_not_found')
  expect((await orderOf(engineer, one)).relations).toMatchObject([{ inverse: true, orderId: two }])
  expect((await orderOf(engineer, two)).relations).toMatchObject([{ inverse: false, number: 1 }])
  await relate({ related: false })
  expect((await orderOf(engineer, two)).relations).toEqual([])
})

test('the board has the open states, those due first, and counts agree with the lists', async () => {
  const orderId = await makeOrder(engineer, { impact: 'high', urgency: 'high' })
  await makeOrder(engineer)
  await moveOrder(engineer, orderId, { name: 'take' })
  const board = (await engineer.call('POST /api/v1/work/order/board', {})).data
  expect(board.map(({ state, total }) => [state, total])).toEqual([
    ['new', 1],
    ['assigned', 0],
    ['accepted', 1],
    ['in_progress', 0],
    ['suspended', 0],
    ['resolved', 0],
  ])
  expect((await engineer.call('GET /api/v1/work/order/count', {})).data).toEqual({
    open: 2,
    unassigned: 1,
    overdue: 0,
    toClaim: 0,
    mine: 1,
  })
  expect((await list(engineer, { assignee: 'me' })).total).toBe(1)
  expect((await list(engineer, { state: ['new'] })).total).toBe(1)
})
