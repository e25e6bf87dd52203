import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { fieldWorkRoutes, orderRoutes } from '../orders/index.ts'
import { certificateSweep, engineerRoutes } from './index.ts'

let t: TestApp
let manager: TestPerson
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    fieldWorkRoutes(app)
    engineerRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const company = await t.company('company')
  manager = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
  await manager.call('PUT /api/v1/work/dispatch/engineer/:personId', {
    personId: engineer.personId,
    hours: '7x24',
  })
})

const page = async (who = manager) =>
  (await who.call('GET /api/v1/work/engineer/:personId', { personId: engineer.personId })).data
const certify = (more: object, who = engineer) =>
  who.call('POST /api/v1/work/engineer/:personId/certificate', {
    personId: engineer.personId,
    name: 'Electrician',
    ...more,
  })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const remind = () =>
  certificateSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const reminded = async () =>
  (
    await t.adminPool.query<{ what: string }>(
      `select e.notice || ' ' || split_part(e.source, ':', 4) || case when n.recipient = $2 then ' self' else ' head' end as what
       from work_notice n join work_event e on e.id = n.event_id where e.company_id = $1 and e.kind = 'engineer' order by n.id`,
      [manager.companyId, engineer.personId],
    )
  ).rows.map(({ what }) => what)

test('a certificate is entered by its person, and changed by who sets up engineers', async () => {
  const { id } = (await certify({ number: 'E-1', validUntil: inDays(20), categories: ['power'] })).data
  expect((await certify({ validFrom: inDays(2), validUntil: inDays(1) })).code).toBe(
    'certificate.dates_swapped',
  )
  const colleague = await t.person(manager.companyId, 'execution_layer')
  expect((await certify({}, colleague)).code).toBe('certificate.not_yours')
  const edit = { certificateId: id, name: 'Electrician', number: 'E-2', validUntil: inDays(20) }
  expect((await manager.call('PUT /api/v1/work/certificate/:certificateId', edit)).code).toBe(0)
  expect(await page()).toMatchObject({ mayEdit: true, certificates: [{ number: 'E-2', fileName: '' }] })
  expect(await page(colleague)).toMatchObject({ mayEdit: false, certificates: [{ number: 'E-2' }] })
  const file = (who: TestPerson) =>
    who.call('GET /api/v1/work/certificate/:certificateId/file', { certificateId: id })
  expect((await file(colleague)).code).toBe('certificate.not_yours')
  expect((await file(manager)).code).toBe('certificate.file_not_found')
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await file(other)).status).toBe(404)
  expect(
    (await manager.call('DELETE /api/v1/work/certificate/:certificateId', { certificateId: id })).code,
  ).toBe(0)
  expect((await page()).certificates).toEqual([])
})

test('each step before the end of a certificate is reported once, to its person and the head', async () => {
  await t.adminPool.query(
    `update org_node d set head_id = m.id from member m where d.company_id = $1 and d.parent_id is null
       and m.company_id = $1 and m.person_id = $2`,
    [manager.companyId, manager.personId],
  )
  const { id } = (await certify({ validUntil: inDays(75) })).data
  await certify({ name: 'Fibre', validUntil: inDays(200) })
  await remind()
  await remind()
  expect((await reminded()).toSorted()).toEqual(['certificate_ending 90 head', 'certificate_ending 90 self'])
  await t.adminPool.query('update engineer_certificate set valid_until = $2 where id = $1', [id, inDays(-2)])
  await remind()
  expect((await reminded()).slice(2).toSorted()).toEqual([
    'certificate_ended 0 head',
    'certificate_ended 0 self',
  ])
  // A later one of that name ends the reminders.
  await certify({ name: 'electrician', validUntil: inDays(20) })
  await certify({ name: 'Electrician', validUntil: inDays(400) })
  await remind()
  expect(await reminded()).toHaveLength(4)
})

test('the rule assigns nothing that needs a certificate that has ended', async () => {
  await manager.call('PUT /api/v1/work/dispatch', { mode: 'rule' })
  await certify({ validUntil: inDays(-1), categories: ['power'] })
  expect(await orderOf(manager, await makeOrder(manager, { category: 'power' }))).toMatchObject({
    pooled: true,
  })
  expect(await orderOf(manager, await makeOrder(manager, { category: 'wireless' }))).toMatchObject({
    assigneeId: engineer.personId,
  })
  await certify({ validUntil: inDays(100), categories: ['power'] })
  expect(await orderOf(manager, await makeOrder(manager, { category: 'power' }))).toMatchObject({
    assigneeId: engineer.personId,
  })
})

test('a rating is the mean of five answers or more within 12 months', async () => {
  const rate = async (score: number, ago: string) => {
    const orderId = await makeOrder(manager)
    await t.adminPool.query(
      `insert into work_order_rating (company_id, order_id, score, assignee_id, rated_at)
       values ($1, $2, $3, $4, now() - $5::interval)`,
      [manager.companyId, orderId, score, engineer.personId, ago],
    )
  }
  for (const score of [5, 5, 4, 3]) await rate(score, '10 days')
  await rate(1, '13 months')
  expect((await page()).rating).toEqual({ mean: null, count: 4 })
  await rate(5, '1 day')
  expect((await page()).rating).toEqual({ mean: 4.4, count: 5 })
  const { items } = (await manager.call('POST /api/v1/work/dispatch/engineer/lists', {})).data
  expect(items[0]!.rating).toEqual({ mean: 4.4, count: 5 })
})

test('an engineer of a partner is assigned to an order, which keeps a copy', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  const customer = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  const { id: externalId } = (
    await msp.call('POST /api/v1/work/external-engineer', {
      name: 'Wang',
      partner: 'Fast Ltd',
      phone: '13800000000',
    })
  ).data
  const orderId = await makeOrder(customer)
  const set = (who: TestPerson, id: string | null) =>
    who.call('PUT /api/v1/work/order/:orderId/external', { orderId, externalId: id })
  expect((await set(customer, externalId)).code).toBe('external_engineer.not_found')
  expect((await set(msp, externalId)).code).toBe(0)
  await msp.call('DELETE /api/v1/work/external-engineer/:externalId', { externalId })
  const shown = await customer.call('GET /api/v1/work/order/:orderId/external', { orderId })
  expect(shown.data).toMatchObject({ name: 'Wang', partner: 'Fast Ltd', phone: '13800000000' })
  expect((await orderOf(customer, orderId)).history[0]).toMatchObject({
    kind: 'external_set',
    name: 'Wang · Fast Ltd',
  })
  expect((await set(customer, null)).code).toBe(0)
  await moveOrder(customer, orderId, { name: 'cancel', note: 'Mistake' })
  expect((await set(customer, null)).code).toBe('work_order.over')
})
