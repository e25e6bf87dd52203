import type { HandedKind } from '@netward/contract/offboarding-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { approvalRoutes } from '../approvals/index.ts'
import { noticeRoutes } from '../notices/index.ts'
import { orderRoutes } from '../orders/index.ts'
import { rotaRoutes } from '../rotas/index.ts'
import { workbenchRoutes } from '../workbench/index.ts'
import { offboardingRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let leaver: TestPerson
let successor: TestPerson
let customerId: string
let ids: { msp: string; leaver: string; successor: string }

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    rotaRoutes(app)
    noticeRoutes(app)
    approvalRoutes(app)
    workbenchRoutes(app)
    offboardingRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const company = await t.company('middleman')
  msp = await t.person(company.id, 'administrator')
  leaver = await t.person(company.id, 'engineer')
  successor = await t.person(company.id, 'engineer')
  customerId = (await t.company('company', company.id)).id
  const memberOf = async ({ personId }: TestPerson) =>
    (
      await t.adminPool.query<{ id: string }>(
        'select id::text from member where company_id = $1 and person_id = $2',
        [company.id, personId],
      )
    ).rows[0]!.id
  ids = { msp: await memberOf(msp), leaver: await memberOf(leaver), successor: await memberOf(successor) }
})

const holdings = async (memberId: string) =>
  (await msp.call('POST /api/v1/auth/member/holding/lists', { memberIds: [memberId] })).data[0]!
const counts = async (memberId: string) =>
  Object.fromEntries((await holdings(memberId)).holdings.map(({ kind, count }) => [kind, count]))
const handOver = (successors: { kind: HandedKind; to: string | null }[]) =>
  msp.call('POST /api/v1/auth/member/:memberId/hand-over', { memberId: ids.leaver, successors })

/** A turn, a notice route, a step of a policy, a department and a car. */
async function arrangeWork(): Promise<void> {
  await msp.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [{ name: 'First', startsOn: '2026-01-05', period: 'day', memberIds: [ids.leaver, ids.msp] }],
  })
  await t.adminPool.query(
    `insert into notice_route (company_id, name, events, member_ids, time_zone, edited_by)
     values ($1, 'Critical', '{raised}', $2, 'Asia/Shanghai', 'x')`,
    [msp.companyId, [ids.leaver, ids.msp]],
  )
  await msp.call('POST /api/v1/approval/policy', {
    kind: 'change_order',
    name: 'Changes',
    steps: [{ by: 'person', mode: 'all', memberIds: [ids.leaver] }],
  })
  await t.adminPool.query(
    `insert into warehouse (company_id, name, kind, keeper_id) values ($1, 'Van 7', 'car', $2)`,
    [msp.companyId, leaver.personId],
  )
  const { data } = await msp.call('POST /api/v1/auth/department', {
    name: 'Field',
    parentId: (await msp.call('GET /api/v1/auth/department', {})).data[0]!.id,
  })
  await msp.call('PUT /api/v1/auth/department/:departmentId/head', {
    departmentId: data.departmentId,
    memberId: ids.leaver,
  })
}

async function arrangeSession(companyId: string, person: TestPerson, username: string): Promise<void> {
  const device = await arrangeDevice(t, companyId, { name: 'Edge' })
  await t.adminPool.query(
    `insert into terminal_session (company_id, device_id, device_name, person_id, person_name, home_company_id, from_outside,
       session_id, remote_address, reason, protocol, port, encoding, username, state, started_at)
     select $1, $2, 'Edge', $3, 'p', $4, true, 1, '::1', 'why', 'ssh', 22, 'utf8', u, 'ended', now()
     from unnest(array[$5, $5]) u`,
    [companyId, device, person.personId, msp.companyId, username],
  )
}

test('what a member holds goes to a successor, all of it or nothing, and a repeated hand-over finds none', async () => {
  await arrangeWork()
  const before = { turns: 1, routes: 1, approvals: 1, departments: 1, cars: 1 }
  expect(await counts(ids.leaver)).toEqual(before)
  const kinds = ['turns', 'routes', 'approvals', 'departments', 'cars'] as const
  const wrong = await handOver([
    { kind: 'turns', to: ids.successor },
    { kind: 'departments', to: ids.leaver },
  ])
  expect(wrong.code).toBe('member.successor_wrong')
  expect(await counts(ids.leaver)).toEqual(before)
  const to = kinds.map((kind) => ({ kind, to: ids.successor }))
  expect((await handOver(to)).data.handed).toEqual(kinds.map((kind) => ({ kind, count: 1 })))
  expect(await counts(ids.leaver)).toEqual({})
  expect(await counts(ids.successor)).toEqual(before)
  expect((await handOver(to)).data.handed).toEqual(kinds.map((kind) => ({ kind, count: 0 })))
})

test('without a successor the person is taken out; a step without others keeps them', async () => {
  await arrangeWork()
  await handOver(
    (['turns', 'routes', 'approvals', 'departments', 'cars'] as const).map((kind) => ({ kind, to: null })),
  )
  expect(await counts(ids.leaver)).toEqual({ approvals: 1 })
})

test('an approval that waits for the member waits for the successor', async () => {
  await arrangeWork()
  const asker = await t.person(msp.companyId, 'engineer')
  const orderId = await makeOrder(asker, { type: 'change', risk: 'low' })
  await moveOrder(asker, orderId, { name: 'take' })
  const { version } = await orderOf(asker, orderId)
  const ask = { orderId, version, note: 'Tonight' }
  expect((await asker.call('POST /api/v1/work/order/:orderId/approval', ask)).code).toBe(0)
  const waiting = async (who: TestPerson) =>
    (await who.call('POST /api/v1/task/todo/lists', { kind: ['approval'] })).data.items.length
  expect([await waiting(leaver), await waiting(successor)]).toEqual([1, 0])
  expect(await counts(ids.leaver)).toMatchObject({ approvals: 2 })
  await handOver([{ kind: 'approvals', to: ids.successor }])
  expect([await waiting(leaver), await waiting(successor)]).toEqual([0, 1])
})

test('open orders are counted, those at customers too', async () => {
  const own = await makeOrder(leaver)
  await moveOrder(leaver, own, { name: 'take' })
  await t.adminPool.query(
    `insert into work_order (company_id, type, category, title, impact, urgency, priority, state, created_by, assignee_id, assignee_name)
     values ($1, 'fault', 'other', 'At the customer', 'low', 'low', 4, 'assigned', 'x', $2, 'p')`,
    [customerId, leaver.personId],
  )
  const held = await holdings(ids.leaver)
  expect(held.holdings).toEqual([
    { kind: 'orders', count: 2, names: expect.arrayContaining([expect.stringContaining('At the customer')]) },
  ])
})

test('credentials that the person used, at customers too, are listed once until they are changed', async () => {
  await arrangeSession(customerId, leaver, 'root')
  await arrangeSession(customerId, successor, 'root')
  expect((await holdings(ids.leaver)).credentials).toBe(1)
  expect((await handOver([])).data.credentials).toBe(1)
  expect((await handOver([])).data.credentials).toBe(0)
  const list = (state: 'open' | 'changed', search?: string) =>
    msp.call('POST /api/v1/auth/member/credential/lists', { state, search })
  const [row] = (await list('open', 'edge')).data.items
  expect(row).toMatchObject({ deviceName: 'Edge', username: 'root', port: 22, isGateway: true })
  expect((await list('open', 'nothing')).data.total).toBe(0)
  const csv = await msp.call('POST /api/v1/auth/member/credential/export', {})
  expect(csv.body).toContain('ssh:22')
  const mark = { credentialIds: [row!.id] }
  expect((await msp.call('POST /api/v1/auth/member/credential/changed', mark)).data.changed).toBe(1)
  expect((await msp.call('POST /api/v1/auth/member/credential/changed', mark)).data.changed).toBe(0)
  expect((await list('changed')).data.items[0]).toMatchObject({ changedBy: expect.any(String) })
})

test('nobody hands over from a person who holds more than they do', async () => {
  const disabler = await t.person(msp.companyId, 'engineer')
  const { code } = await disabler.call('POST /api/v1/auth/member/:memberId/hand-over', {
    memberId: ids.msp,
    successors: [],
  })
  expect(code).toBe('permission.denied')
  expect((await msp.call('POST /api/v1/auth/member/holding/lists', { memberIds: ['999999'] })).data).toEqual(
    [],
  )
})

test('reports by schedule go to the address of the successor, and keys of applications are revoked if nobody takes them', async () => {
  for (const { personId } of [leaver, successor])
    await t.adminPool.query(
      `update person set email = 'p' || id || '@example.test', email_verified_at = now() where id = $1`,
      [personId],
    )
  const mailOf = ({ personId }: TestPerson) => `p${personId}@example.test`
  await t.adminPool.query(
    `insert into report_schedule (company_id, maker_company_id, maker_name, period, language, review, recipients, next_on, edited_by)
     values ($1, $2, 'MSP', 'monthly', 'en', false, $3, '2099-01-01', 'x')`,
    [customerId, msp.companyId, [mailOf(leaver).toUpperCase(), 'boss@example.test']],
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    `update application set display_name = 'ERP' where id = (select min(id) from application where company_id = $1) returning id::text`,
    [msp.companyId],
  )
  await t.adminPool.query(
    `insert into application_key (company_id, application_id, hash, hint, created_by, created_by_id) values ($1, $2, 'x', 'abcd', 'L', $3)`,
    [msp.companyId, rows[0]!.id, leaver.personId],
  )
  expect((await holdings(ids.leaver)).holdings).toMatchObject([
    { kind: 'reports', count: 1 },
    { kind: 'keys', count: 1, names: ['ERP …abcd'] },
  ])
  const { data } = await handOver([
    { kind: 'reports', to: ids.successor },
    { kind: 'keys', to: ids.successor },
  ])
  expect(data.handed).toEqual([
    { kind: 'reports', count: 1 },
    { kind: 'keys', count: 1 },
  ])
  const schedule = () =>
    t.adminPool.query('select recipients from report_schedule where company_id = $1', [customerId])
  expect((await schedule()).rows).toEqual([{ recipients: ['boss@example.test', mailOf(successor)] }])
  expect(await counts(ids.leaver)).toEqual({})
  expect(await counts(ids.successor)).toEqual({ reports: 1, keys: 1 })
  await msp.call('POST /api/v1/auth/member/:memberId/hand-over', {
    memberId: ids.successor,
    successors: [
      { kind: 'reports', to: null },
      { kind: 'keys', to: null },
    ],
  })
  expect((await schedule()).rows).toEqual([{ recipients: ['boss@example.test'] }])
  expect((await t.adminPool.query('select from application_key where hint = $1', ['abcd'])).rowCount).toBe(0)
})
