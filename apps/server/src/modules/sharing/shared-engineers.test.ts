import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import {
  assignmentsOf,
  dispatched,
  dispatchTo,
  makeEngineer,
  moveAssignment,
  share,
  sharedEngineers,
  twoCompanies,
  type TwoCompanies,
} from '../../../test/sharing.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { fieldWorkRoutes, orderRoutes, visitRoutes } from '../orders/index.ts'
import { companyMoveRoutes } from '../organisations/index.ts'
import { workbenchRoutes } from '../workbench/index.ts'
import { sharingJobs, sharingRoutes } from './index.ts'

let t: TestApp
let two: TwoCompanies

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    companyMoveRoutes(app, { secrets, messages })
    sharingRoutes(app)
    orderRoutes(app)
    fieldWorkRoutes(app)
    visitRoutes(app)
    workbenchRoutes(app)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  two = await twoCompanies(t)
  await makeEngineer(two.issuer, two.engineer, { regions: ['华东'] })
})

const all = ['name', 'phone', 'skills', 'regions', 'load'] as const
const revoke = (keyId: string) => two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId })

test('shared engineers appear with their origin, and only the fields that the key shows', async () => {
  const orderId = await makeOrder(two.user, { category: 'wireless' })
  expect(await sharedEngineers(two.user, orderId)).toEqual([])
  await share(two, { fields: ['skills'], mode: 'read' })
  const [masked] = await sharedEngineers(two.user, orderId)
  expect(masked).toMatchObject({
    skills: ['wireless'],
    phone: null,
    regions: null,
    openOrders: null,
    usable: false,
  })
  const { rows } = await t.adminPool.query<{ name: string }>(
    'select display_name as name from member where person_id = $1',
    [two.engineer.personId],
  )
  expect(masked!.name).toMatch(/^[0-9A-F]{4}$/)
  expect(masked!.companyName).not.toBe('')
  await share(two, { fields: [...all] })
  const shown = (await sharedEngineers(two.user, orderId)).find(({ usable }) => usable)
  expect(shown).toMatchObject({
    name: rows[0]!.name,
    regions: ['华东'],
    openOrders: 0,
    mostOpen: 10,
    fits: false,
  })
  expect((await dispatchTo(two.user, orderId, masked!.ref, masked!.redemptionId)).code).toBe(
    'sharing.read_only',
  )
})

test('a scope by skill or region opens no other engineer', async () => {
  const orderId = await makeOrder(two.user, { category: 'wireless' })
  await share(two, { skills: ['power'] })
  await share(two, { regions: ['华北'] })
  expect(await sharedEngineers(two.user, orderId)).toEqual([])
  await share(two, { skills: ['wireless', 'power'], regions: ['华东/上海'] })
  expect(await sharedEngineers(two.user, orderId)).toHaveLength(1)
})

test('a shared engineer accepts, arrives, notes and resolves; the order has it all under the name that is shown', async () => {
  await share(two, { fields: [] })
  const orderId = await dispatched(two.user)
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'assigned' })
  expect(await assignmentsOf(two.engineer)).toMatchObject([
    { orderNumber: 1, title: 'No internet', state: 'assigned' },
  ])
  const todo = await two.engineer.call('POST /api/v1/task/todo/lists', { kind: ['shared_order'] })
  expect(todo.data.items).toMatchObject([{ kind: 'shared_order', number: 1 }])
  const answer = await moveAssignment(
    two.engineer,
    { move: 'accept' },
    { move: 'check_in' },
    { move: 'note', note: 'Antenna is broken' },
    { move: 'resolve', note: 'Replaced', cause: 'equipment' },
  )
  expect(answer.data).toEqual({ state: 'resolved' })
  const order = await orderOf(two.user, orderId)
  expect(order).toMatchObject({ state: 'resolved', solution: 'Replaced', cause: 'equipment' })
  const theirs = order.history.filter(({ actorCompanyName }) => actorCompanyName !== null)
  expect(theirs.map(({ kind }) => kind)).toEqual(['resolve', 'note', 'arrived', 'accept'])
  expect(new Set(theirs.map(({ actorName }) => actorName))).toEqual(
    new Set([order.assigneeName!.split(' · ')[0]]),
  )
  await sharingJobs['sharing.reckon']!({ companyId: two.user.companyId, orderId }, {
    scopes: t.scopes,
  } as never)
  expect((await orderOf(two.user, orderId)).version).toBe(order.version + 1)
  expect((await assignmentsOf(two.engineer))[0]).toMatchObject({ state: 'resolved' })
})

test('a refusal gives a reason and leaves the order to its people; giving back puts it into the pool', async () => {
  await share(two)
  const orderId = await dispatched(two.user)
  expect((await moveAssignment(two.engineer, { move: 'refuse' })).status).toBe(400)
  await moveAssignment(two.engineer, { move: 'refuse', note: 'On holiday' })
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', assigneeId: null, pooled: false })
  await dispatchTo(two.user, orderId)
  const colleague = await t.person(two.issuer.companyId, 'engineer')
  expect((await moveAssignment(colleague, { move: 'accept' })).code).toBe('work_order.not_assignee')
  expect((await moveAssignment(colleague, { move: 'give_back', note: 'Ill' })).code).toBe(0)
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', pooled: true })
  expect((await moveAssignment(two.engineer, { move: 'accept' })).code).toBe('sharing.assignment_over')
})

test('when its people assign, cancel, edit or reopen the order, the assignment follows', async () => {
  await share(two)
  const orderId = await dispatched(two.user)
  expect((await dispatchTo(two.user, orderId)).code).toBe('sharing.dispatched_already')
  await t.adminPool.query(`update work_order set contact_name = 'Wang', title = 'Slow' where id = $1`, [
    orderId,
  ])
  const [first] = await assignmentsOf(two.engineer)
  const detail = () =>
    two.engineer.call('GET /api/v1/work/sharing/assignment/:assignmentId', { assignmentId: first!.id })
  expect((await detail()).data).toMatchObject({ contactName: 'Wang', title: 'Slow', mine: true })
  await moveAssignment(two.engineer, { move: 'accept' }, { move: 'resolve', note: 'Done', cause: 'other' })
  await moveOrder(two.user, orderId, { name: 'reopen', note: 'Again' })
  expect((await detail()).data.state).toBe('in_progress')
  await moveOrder(two.user, orderId, { name: 'take' })
  expect((await detail()).data.state).toBe('withdrawn')
  expect((await moveAssignment(two.engineer, { move: 'note', note: 'x' })).code).toBe(
    'sharing.assignment_over',
  )
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'accepted', assigneeId: two.user.personId })
})

test('revoking ends assignments by the rule of the key: they go on, or return to the pool', async () => {
  const stop = await share(two, { onEnd: 'stop' })
  const first = await dispatched(two.user)
  await moveAssignment(two.engineer, { move: 'accept' })
  const { data } = await two.issuer.call('GET /api/v1/work/sharing/issued/:keyId', { keyId: stop.keyId })
  expect(data.assignments).toMatchObject([{ orderNumber: 1, state: 'accepted' }])
  await revoke(stop.keyId)
  expect(await orderOf(two.user, first)).toMatchObject({
    state: 'new',
    pooled: true,
    history: [{ kind: 'sharing_ended', actorName: null }, {}, {}, {}],
  })
  expect((await dispatchTo(two.user, first)).code).toBe('sharing.gone')
  const finish = await share(two, { onEnd: 'finish' })
  const second = await dispatched(two.user)
  await revoke(finish.keyId)
  expect(await sharedEngineers(two.user, second)).toEqual([])
  const done = await moveAssignment(
    two.engineer,
    { move: 'accept' },
    { move: 'resolve', note: 'Done', cause: 'other' },
  )
  expect(done.code).toBe(0)
})

test('giving a key back ends it for the company that redeemed it alone', async () => {
  const { redemptionId, secret } = await share(two)
  const orderId = await dispatched(two.user)
  const third = await t.person((await t.company('company')).id, 'administrator')
  await third.call('POST /api/v1/work/sharing/redeemed', { secret })
  const theirs = await dispatched(third)
  await two.user.call('POST /api/v1/work/sharing/redeemed/:redemptionId/end', { redemptionId })
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', pooled: true })
  expect(await orderOf(third, theirs)).toMatchObject({ state: 'assigned' })
})

test('a disabled engineer, and a frozen company, give their orders back', async () => {
  await share(two, { onEnd: 'finish' })
  const orderId = await dispatched(two.user)
  const disable = (status: string) =>
    t.adminPool.query('update member set status = $1 where company_id = $2 and person_id = $3', [
      status,
      two.issuer.companyId,
      two.engineer.personId,
    ])
  await disable('disabled')
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', pooled: true })
  await disable('enabled')
  await dispatchTo(two.user, orderId)
  const freeze = (status: string) =>
    t.adminPool.query('update company set status = $1 where id = $2', [status, two.issuer.companyId])
  await freeze('frozen')
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', pooled: true })
  expect(await sharedEngineers(two.user, orderId)).toEqual([])
  await freeze('active')
  expect(await sharedEngineers(two.user, orderId)).toHaveLength(1)
})

test('an MSP dispatches the order of its customer by its own key, and a move to another MSP ends keys between them', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  const other = await t.company('middleman')
  const customer = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  await share({ issuer: two.issuer, user: msp })
  const orderId = await makeOrder(customer, { category: 'wireless' })
  expect(await sharedEngineers(customer, orderId)).toEqual([])
  expect((await dispatchTo(msp, orderId)).code).toBe(0)
  expect(await orderOf(customer, orderId)).toMatchObject({ state: 'assigned' })
  const between = await share({ issuer: msp, user: customer })
  const move = await t.operator.call('POST /api/v1/auth/company/:companyId/move', {
    companyId: customer.companyId,
    parentId: other.id,
    reason: 'New contract',
  })
  expect(move.code).toBe(0)
  const { data } = await customer.call('GET /api/v1/work/sharing/redeemed/:redemptionId', {
    redemptionId: between.redemptionId,
  })
  expect(data.state).toBe('moved')
  // The work that the old MSP arranged by a key of a third company goes back too.
  expect(await orderOf(customer, orderId)).toMatchObject({ state: 'new', pooled: true })
})

test('a change is not dispatched, and required points of the checklist come first', async () => {
  await share(two)
  const change = await makeOrder(two.user, { type: 'change', category: 'wireless' })
  expect((await dispatchTo(two.user, change)).code).toBe('sharing.change_order')
  const orderId = await makeOrder(two.user, { checklist: [{ text: 'Photo', required: true }] })
  await dispatchTo(two.user, orderId)
  const answer = await moveAssignment(
    two.engineer,
    { move: 'accept' },
    { move: 'resolve', note: 'Done', cause: 'other' },
  )
  expect(answer.code).toBe('work_order.checks_open')
})

test('an appointment made before goes with the order, and its copy shows it', async () => {
  await share(two)
  const orderId = await makeOrder(two.user, { category: 'wireless' })
  await moveOrder(two.user, orderId, { name: 'take' })
  const at = (days: number, hours: number) =>
    new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString()
  const { version } = await orderOf(two.user, orderId)
  const plan = await two.user.call('POST /api/v1/work/order/:orderId/visit', {
    orderId,
    version,
    startsAt: at(2, 0),
    endsAt: at(2, 1),
  })
  expect(plan.code).toBe(0)
  await dispatchTo(two.user, orderId)
  const [first] = await assignmentsOf(two.engineer)
  expect(first!.visitStartsAt).not.toBeNull()
})

const byRule = (who: TestPerson) => who.call('PUT /api/v1/work/dispatch', { mode: 'rule' })
const noticesOf = async (person: TestPerson) =>
  (
    await t.adminPool.query<{ notice: string }>(
      `select e.notice || ' ' || (e.detail->>'title') as notice from work_notice n
       join work_event e on e.company_id = n.event_company_id and e.id = n.event_id
       where n.recipient = $1 and n.company_id = $2 order by n.id`,
      [person.personId, person.companyId],
    )
  ).rows.map(({ notice }) => notice)

test('a rule dispatches to a shared engineer who fits if none of the own people does, and the engineer is notified', async () => {
  await byRule(two.user)
  await share(two, { mostUses: 2 })
  const orderId = await makeOrder(two.user, { category: 'wireless', title: 'No Wi-Fi' })
  // The engineer serves one region, the order has none.
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'new', pooled: true })
  await makeEngineer(two.issuer, two.engineer)
  expect((await moveOrder(two.user, orderId, { name: 'dispatch' })).code).toBe(0)
  expect(await orderOf(two.user, orderId)).toMatchObject({
    state: 'assigned',
    assigneeId: two.engineer.personId,
  })
  expect(await assignmentsOf(two.engineer)).toMatchObject([{ title: 'No Wi-Fi', state: 'assigned' }])
  expect(await noticesOf(two.engineer)).toEqual(['shared_assigned No Wi-Fi'])
  await moveOrder(two.user, orderId, { name: 'pool' })
  expect(await noticesOf(two.engineer)).toEqual(['shared_assigned No Wi-Fi', 'shared_withdrawn No Wi-Fi'])
  // Redeeming and dispatching used the key up: the order waits in the pool.
  const later = await makeOrder(two.user, { category: 'wireless' })
  expect(await orderOf(two.user, later)).toMatchObject({ state: 'new', pooled: true })
})

test('a rule prefers own people, and asks neither read-only keys nor for changes', async () => {
  await makeEngineer(two.issuer, two.engineer)
  await byRule(two.user)
  const { keyId } = await share(two, { mode: 'read' })
  const unread = await makeOrder(two.user, { category: 'wireless' })
  expect(await orderOf(two.user, unread)).toMatchObject({ state: 'new' })
  await revoke(keyId)
  await share(two)
  const change = await makeOrder(two.user, { category: 'wireless', type: 'change' })
  expect(await orderOf(two.user, change)).toMatchObject({ state: 'new' })
  await makeEngineer(two.user, two.user, { skills: [] })
  const own = await makeOrder(two.user, { category: 'wireless' })
  expect(await orderOf(two.user, own)).toMatchObject({ assigneeId: two.user.personId })
})

test('the rule of an MSP dispatches orders of its customers by its keys', async () => {
  await makeEngineer(two.issuer, two.engineer)
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  const customer = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  await byRule(msp)
  await share({ issuer: two.issuer, user: msp })
  const orderId = await makeOrder(customer, { category: 'wireless' })
  expect(await orderOf(customer, orderId)).toMatchObject({ assigneeId: two.engineer.personId })
})
