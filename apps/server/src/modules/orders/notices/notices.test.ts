import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderRoutes } from '../index.ts'
import { orderSweeps } from '../orders.sweeps.ts'
import { workNoticeSweep } from '../../notices/index.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
  await t.adminPool.query(
    `update person set email = id || '@orders.test', email_verified_at = now() where id = any ($1)`,
    [[msp.personId, engineer.personId]],
  )
})

const sweep = () =>
  workNoticeSweep({ secrets: t.secrets, messages: t.messages }).run({
    scopes: t.scopes,
    log: t.log,
    signal: new AbortController().signal,
  })
const notices = async (orderId: string) =>
  (
    await t.adminPool.query<{ person: string; notice: string; state: string }>(
      `select n.recipient::text as person, e.notice, n.state from work_notice n join work_event e on e.id = n.event_id
       where e.kind = 'order' and e.subject_id = $1 order by n.id, n.recipient`,
      [orderId],
    )
  ).rows.map(({ person, notice, state }) => [
    person === engineer.personId ? 'engineer' : person === msp.personId ? 'msp' : person,
    notice,
    state,
  ])
const queued = async () =>
  (await t.adminPool.query<{ n: number }>('select count(*)::int as n from outgoing_message')).rows[0]!.n

test('who is concerned gets a mail about each event once, and nobody about their own', async () => {
  const own = await makeOrder(engineer)
  await moveOrder(engineer, own, { name: 'take' })
  expect(await notices(own)).toEqual([])
  const before = await queued()
  await moveOrder(msp, own, { name: 'assign', to: engineer.personId })
  expect(await notices(own)).toEqual([['engineer', 'assigned', 'waiting']])
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(await notices(own)).toEqual([['engineer', 'assigned', 'sent']])
  expect(await queued()).toBe(before + 1)
  await moveOrder(engineer, own, { name: 'refuse', note: 'On leave' })
  await sweep()
  expect((await notices(own)).at(-1)).toEqual(['msp', 'refused', 'sent'])
})

test('an order that was suspended until now goes on, and its assignee learns it', async () => {
  const orderId = await makeOrder(engineer)
  await moveOrder(msp, orderId, { name: 'assign', to: engineer.personId })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await moveOrder(
    engineer,
    orderId,
    { name: 'accept' },
    { name: 'start' },
    { name: 'suspend', reason: 'customer', until, note: 'Closed today' },
  )
  await t.adminPool.query('update work_order set suspended_until = now() where id = $1', [orderId])
  const resume = orderSweeps.find(({ name }) => name === 'work_order.resume')!
  const run = () => resume.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  await Promise.all([run(), run()])
  expect((await notices(orderId)).filter(([, notice]) => notice === 'resumed')).toEqual([
    ['engineer', 'resumed', 'waiting'],
  ])
})

test('a deadline at 100 % without an assignee concerns the administrators of the company', async () => {
  const admin = await t.person(company.id, 'administrator')
  const orderId = await makeOrder(engineer)
  await t.adminPool.query(
    `update work_order set warnings = '[{"clock":"resolve","percent":100,"at":"2026-01-01T00:00:00Z"}]',
       next_warning_at = now() where id = $1`,
    [orderId],
  )
  await orderSweeps
    .find(({ name }) => name === 'work_order.warn')!
    .run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  expect(new Set(await notices(orderId))).toEqual(
    new Set([
      [admin.personId, 'due', 'waiting'],
      ['engineer', 'due', 'waiting'],
    ]),
  )
})

test('who no longer sees the order, or has no confirmed address, gets nothing', async () => {
  await sweep()
  const orderId = await makeOrder(engineer)
  await moveOrder(msp, orderId, { name: 'assign', to: engineer.personId })
  await t.adminPool.query(`update member set status = 'disabled' where company_id = $1 and person_id = $2`, [
    company.id,
    engineer.personId,
  ])
  const before = await queued()
  await sweep()
  expect(await notices(orderId)).toEqual([['engineer', 'assigned', 'dropped']])
  expect(await queued()).toBe(before)
})
