import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { noticeRoutes } from '../notices/index.ts'
import { orderRoutes } from '../orders/index.ts'
import { workbenchRoutes } from '../workbench/index.ts'
import { approvalRoutes, approvalSweep } from './index.ts'

type Policy = EndpointInput<'POST /api/v1/approval/policy'>

let t: TestApp
let msp: TestPerson
let company: { id: string }
let admin: TestPerson
let engineer: TestPerson
let other: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    workbenchRoutes(app)
    noticeRoutes(app)
    approvalRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  admin = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
  other = await t.person(company.id, 'engineer')
})

const addPolicy = (who: TestPerson, policy: Partial<Policy> & Pick<Policy, 'steps'>) =>
  who.call('POST /api/v1/approval/policy', { kind: 'change_order', name: 'Changes', ...policy })
const memberOf = async (who: TestPerson) =>
  (
    await t.adminPool.query<{ id: string }>(
      'select id::text from member where company_id = $1 and person_id = $2',
      [who.companyId, who.personId],
    )
  ).rows[0]!.id
const person = async (mode: 'any' | 'all', ...people: TestPerson[]) =>
  ({ by: 'person', mode, memberIds: await Promise.all(people.map(memberOf)) }) as const

/** A change that its engineer has accepted. */
async function change(more: object = {}, who = engineer): Promise<string> {
  const orderId = await makeOrder(who, { type: 'change', title: 'New firewall', risk: 'low', ...more })
  await moveOrder(who, orderId, { name: 'take' })
  return orderId
}
async function ask(orderId: string, who = engineer) {
  const { version } = await orderOf(who, orderId)
  return who.call('POST /api/v1/work/order/:orderId/approval', { orderId, version, note: 'Tonight' })
}
const asked = async (orderId: string) => (await orderOf(admin, orderId)).approvalAsked!
async function decide(who: TestPerson, orderId: string, approve = true) {
  const { id: approvalId, step } = await asked(orderId)
  return who.call('POST /api/v1/approval/item/:approvalId/decide', {
    approvalId,
    step,
    approve,
    ...(!approve && { note: 'Not now' }),
  })
}
const todo = async (who: TestPerson) =>
  (await who.call('POST /api/v1/task/todo/lists', { kind: ['approval'] })).data.items.map(
    ({ title }) => title,
  )
const start = (orderId: string) => moveOrder(engineer, orderId, { name: 'start' })
const sweep = async () => {
  await t.adminPool.query(`update approval set checked_at = now() - interval '1 hour'`)
  await approvalSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
}

test('a change starts after its steps have approved, in their order, and not before', async () => {
  await addPolicy(admin, { steps: [await person('any', admin), await person('all', admin, other)] })
  const orderId = await change()
  expect((await orderOf(engineer, orderId)).approval).toBe('needed')
  for (const move of [{ name: 'start' }, { name: 'resolve', cause: 'other', solution: 'Done' }] as const)
    expect((await moveOrder(engineer, orderId, move)).code).toBe('approval.needed')
  expect((await ask(orderId)).code).toBe(0)
  expect((await ask(orderId)).code).toBe('approval.pending')
  expect(await todo(admin)).toEqual([expect.stringContaining('New firewall')])
  expect(await todo(other)).toEqual([])
  expect((await decide(other, orderId)).code).toBe('approval.not_yours')
  expect((await decide(admin, orderId)).data).toEqual({ state: 'pending' })
  expect(await todo(other)).toHaveLength(1)
  // The same person again, in the next step.
  expect((await decide(admin, orderId)).data).toEqual({ state: 'pending' })
  expect((await start(orderId)).code).toBe('approval.needed')
  expect((await decide(other, orderId)).data).toEqual({ state: 'approved' })
  expect((await start(orderId)).code).toBe(0)
  const done = await other.call('POST /api/v1/task/done/lists', { kind: ['approval'] })
  expect(done.data.items).toMatchObject([{ act: 'approved' }])
  const bell = await engineer.call('GET /api/v1/notice/own', {})
  expect(bell.data.items).toMatchObject([{ kind: 'approval', notice: 'approved' }])
  const history = (await orderOf(engineer, orderId)).history.map(({ kind }) => kind)
  expect(history).toEqual(expect.arrayContaining(['approval_asked', 'approval_approved']))
})

test('of two people at once one decides, and the other is informed', async () => {
  await addPolicy(admin, { steps: [await person('any', admin, other)] })
  const orderId = await change()
  await ask(orderId)
  const answers = await Promise.all([decide(admin, orderId), decide(other, orderId, false)])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 'approval.over']))
})

test('a refusal has a reason, ends it, and it can be asked for again', async () => {
  await addPolicy(admin, { steps: [await person('any', admin)] })
  const orderId = await change()
  await ask(orderId)
  const { id: approvalId, step } = await asked(orderId)
  const silent = await admin.call('POST /api/v1/approval/item/:approvalId/decide', {
    approvalId,
    step,
    approve: false,
  })
  expect(silent.data).toMatchObject({ fields: [{ field: 'note' }] })
  expect((await decide(admin, orderId, false)).data).toEqual({ state: 'refused' })
  expect((await orderOf(engineer, orderId)).approval).toBe('refused')
  expect((await start(orderId)).code).toBe('approval.needed')
  expect((await ask(orderId)).code).toBe(0)
  const again = await asked(orderId)
  const withdraw = (who: TestPerson) =>
    who.call('POST /api/v1/approval/item/:approvalId/withdraw', { approvalId: again.id })
  expect((await withdraw(admin)).code).toBe('approval.not_yours')
  expect((await withdraw(engineer)).code).toBe(0)
  expect((await decide(admin, orderId)).code).toBe('approval.over')
})

test('a changed policy leaves what was asked for; a larger amount needs another approval', async () => {
  const { id: policyId } = (await addPolicy(admin, { fromAmount: 1000, steps: [await person('any', admin)] }))
    .data
  const small = await change({ amount: 999 })
  expect((await orderOf(engineer, small)).approval).toBe('free')
  expect((await ask(small)).code).toBe('approval.not_needed')
  const orderId = await change({ amount: 1000 })
  await ask(orderId)
  const edit = async (amount: number) => {
    const { version, type, category, title, impact, urgency } = await orderOf(engineer, orderId)
    return engineer.call('PUT /api/v1/work/order/:orderId', {
      orderId,
      version,
      type,
      category,
      title,
      impact,
      urgency,
      risk: 'low',
      amount,
    })
  }
  expect((await edit(5000)).data).toMatchObject({ fields: [{ field: 'amount' }] })
  await admin.call('PUT /api/v1/approval/policy/:policyId', {
    policyId,
    kind: 'change_order',
    name: 'Changes',
    steps: [await person('any', other)],
  })
  expect((await decide(other, orderId)).code).toBe('approval.not_found')
  expect((await decide(admin, orderId)).data).toEqual({ state: 'approved' })
  expect((await edit(900)).code).toBe(0)
  expect((await orderOf(engineer, orderId)).approval).toBe('approved')
  expect((await edit(5000)).code).toBe(0)
  expect((await orderOf(engineer, orderId)).approval).toBe('needed')
})

test('the head of the department decides; after one has left the head above, and without any the administrators', async () => {
  const root = (await admin.call('GET /api/v1/auth/department', {})).data[0]!.id
  const { departmentId } = (
    await admin.call('POST /api/v1/auth/department', { name: 'Network', parentId: root })
  ).data
  const head = (memberId: string | null, of = departmentId) =>
    admin.call('PUT /api/v1/auth/department/:departmentId/head', { departmentId: of, memberId })
  await admin.call('POST /api/v1/auth/member/batch/move', {
    memberIds: [await memberOf(engineer)],
    departmentId,
  })
  const boss = await t.person(company.id, 'user_layer')
  await head(await memberOf(other))
  await head(await memberOf(boss), root)
  expect((await head('999999999')).data).toMatchObject({ fields: [{ field: 'memberId' }] })
  await addPolicy(admin, { steps: [{ by: 'head' }] })
  const orderId = await change()
  await ask(orderId)
  expect(await todo(other)).toHaveLength(1)
  await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [other.personId])
  expect(await todo(boss)).toHaveLength(1)
  await sweep()
  const bell = await boss.call('GET /api/v1/notice/own', {})
  expect(bell.data.items).toMatchObject([{ kind: 'approval', notice: 'asked' }])
  await head(null, root)
  expect(await todo(boss)).toEqual([])
  expect(await todo(admin)).toHaveLength(1)
  expect((await decide(admin, orderId)).data).toEqual({ state: 'approved' })
})

test('a step of all ends when the last open person leaves', async () => {
  await addPolicy(admin, { steps: [await person('all', admin, other)] })
  const orderId = await change()
  await ask(orderId)
  await decide(admin, orderId)
  await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [other.personId])
  await sweep()
  expect((await asked(orderId)).state).toBe('approved')
})

test('a deputy decides during an absence, in the name of both', async () => {
  await addPolicy(admin, { steps: [await person('any', other)] })
  const deputy = (from: number, until: number, personId = admin.personId) =>
    other.call('PUT /api/v1/approval/deputy', {
      deputy: {
        personId,
        from: new Date(Date.now() + from).toISOString(),
        until: new Date(Date.now() + until).toISOString(),
      },
    })
  const hour = 3_600_000
  const fieldOf = async (answer: ReturnType<typeof deputy>) =>
    (await answer).data as unknown as { fields: { field: string }[] }
  expect(await fieldOf(deputy(hour, 0))).toMatchObject({ fields: [{ field: 'deputy.until' }] })
  expect(await fieldOf(deputy(0, hour, msp.personId))).toMatchObject({
    fields: [{ field: 'deputy.personId' }],
  })
  const orderId = await change()
  await ask(orderId)
  await deputy(hour, 2 * hour)
  expect(await todo(admin)).toEqual([])
  await deputy(-hour, hour)
  expect((await other.call('GET /api/v1/approval/deputy', {})).data.deputy?.personId).toBe(admin.personId)
  expect(await todo(admin)).toHaveLength(1)
  expect((await decide(admin, orderId)).data).toEqual({ state: 'approved' })
  const [{ decisions } = { decisions: [] }] = (await asked(orderId)).steps
  expect(decisions).toMatchObject([{ verdict: 'approved', byName: expect.any(String) }])
  expect((await other.call('PUT /api/v1/approval/deputy', { deputy: null })).code).toBe(0)
})

test('the policy of an MSP for companies below has the customer decide first, and holds until the customer has its own', async () => {
  const colleague = await t.person(msp.companyId, 'engineer')
  await addPolicy(msp, {
    forBelow: true,
    steps: [{ by: 'customer' }, { by: 'person', memberIds: [await memberOf(colleague)] }],
  })
  const orderId = await change()
  await ask(orderId)
  expect(await todo(colleague)).toEqual([])
  expect((await decide(engineer, orderId)).code).toBe('approval.not_yours')
  expect((await decide(other, orderId)).data).toEqual({ state: 'pending' })
  // Without a right inside the customer.
  expect(await todo(colleague)).toHaveLength(1)
  expect((await decide(colleague, orderId)).data).toEqual({ state: 'approved' })
  await addPolicy(admin, { enabled: true, fromRisk: 'high', steps: [await person('any', admin)] })
  const own = await change()
  expect((await orderOf(engineer, own)).approval).toBe('free')
})

test('only people concerned read an approval, and policies name what the company has', async () => {
  await addPolicy(admin, { steps: [await person('any', admin)] })
  const orderId = await change()
  await ask(orderId)
  const { id: approvalId } = await asked(orderId)
  const read = (who: TestPerson) => who.call('GET /api/v1/approval/item/:approvalId', { approvalId })
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await read(admin)).data).toMatchObject({ mayDecide: true, mayWithdraw: false })
  expect((await read(engineer)).data).toMatchObject({ mayDecide: false, mayWithdraw: true })
  for (const who of [other, msp, stranger]) expect((await read(who)).code).toBe('approval.not_found')
  expect((await decide(stranger, orderId)).code).toBe('approval.not_found')
  const foreign = await addPolicy(stranger, { steps: [await person('any', admin)] })
  expect(foreign.data).toMatchObject({ fields: [{ field: 'steps.0.memberIds' }] })
  const twice = await addPolicy(admin, { steps: [await person('any', admin)] })
  expect(twice.data).toMatchObject({ fields: [{ field: 'name' }] })
  expect((await engineer.call('POST /api/v1/approval/policy/lists', {})).code).toBe('permission.denied')
})

test('an order that ends takes its request along', async () => {
  await addPolicy(admin, { steps: [await person('any', admin)] })
  const orderId = await change()
  await ask(orderId)
  await moveOrder(engineer, orderId, { name: 'cancel', note: 'Not needed' })
  expect((await asked(orderId)).state).toBe('withdrawn')
  expect(await todo(admin)).toEqual([])
})
