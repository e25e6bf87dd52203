import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderFormRoutes, orderRoutes } from '../index.ts'

let t: TestApp
let engineer: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    orderFormRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  colleague = await t.person(company.id, 'engineer')
})

type Template = EndpointInput<'POST /api/v1/work/template'>
const add = (given: Partial<Template> = {}, who = engineer) =>
  who.call('POST /api/v1/work/template', { name: 'Monthly check', title: 'Check the site', ...given })
const solved = { name: 'resolve', cause: 'other', solution: 'Done' } as const

test('a template keeps what new orders begin with, under a name of its own', async () => {
  const { id: templateId } = (
    await add({ checklist: [{ text: 'Dust removed' }], assign: 'person', assigneeId: colleague.personId })
  ).data
  const choices = async (who = engineer) => (await who.call('GET /api/v1/work/template/choices', {})).data
  expect(await choices()).toMatchObject([
    {
      name: 'Monthly check',
      type: 'inspection',
      checklist: [{ text: 'Dust removed', required: true }],
      assigneeId: colleague.personId,
    },
  ])
  expect((await add({ name: 'monthly CHECK' })).code).toBe('order_template.name_taken')
  expect((await add({ name: 'Other', assign: 'person' })).code).toBe('order_template.assignee_missing')
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  const elsewhere = { name: 'Other', assign: 'person', assigneeId: stranger.personId } as const
  expect((await add(elsewhere)).code).toBe('work_order.assignee_not_found')
  const edit = { templateId, name: 'Check', title: 'Check' }
  expect((await stranger.call('PUT /api/v1/work/template/:templateId', edit)).code).toBe(
    'order_template.not_found',
  )
  expect(await choices(stranger)).toEqual([])
  await engineer.call('PUT /api/v1/work/template/:templateId', edit)
  expect((await engineer.call('POST /api/v1/work/template/lists', { search: 'check' })).data).toMatchObject({
    total: 1,
    items: [{ name: 'Check', checklist: [], assign: 'usual', assigneeId: null }],
  })
  await engineer.call('DELETE /api/v1/work/template/:templateId', { templateId })
  expect(await choices()).toEqual([])
})

test('a new order goes to the person or into the pool, whatever the setting', async () => {
  const given = await makeOrder(engineer, { assign: colleague.personId })
  expect(await orderOf(engineer, given)).toMatchObject({ state: 'assigned', assigneeId: colleague.personId })
  const pooled = await makeOrder(engineer, { assign: 'pool' })
  expect(await orderOf(engineer, pooled)).toMatchObject({ state: 'new', pooled: true })
  const nobody = await engineer.call('POST /api/v1/work/order', { title: 'To nobody', assign: '999999' })
  expect(nobody.code).toBe('work_order.assignee_not_found')
})

test('required points are ticked before the order is resolved', async () => {
  const checklist = [{ text: 'Dust removed' }, { text: 'Photograph', required: false }, { text: 'Fans turn' }]
  const orderId = await makeOrder(engineer, { checklist })
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'start' })
  const { checks, openChecks } = await orderOf(engineer, orderId)
  expect([checks.map(({ text }) => text), openChecks]).toEqual([
    ['Dust removed', 'Photograph', 'Fans turn'],
    2,
  ])
  const refused = await moveOrder(engineer, orderId, solved)
  expect(refused).toMatchObject({ code: 'work_order.checks_open', message: expect.stringContaining('2') })
  const tick = (checkId: string, done = true, who = engineer) =>
    who.call('POST /api/v1/work/order/:orderId/check', { orderId, checkId, done })
  await tick(checks[0]!.id)
  // Again: nothing happens twice.
  await tick(checks[0]!.id)
  await tick(checks[2]!.id, true, colleague)
  await tick(checks[0]!.id, false)
  expect((await moveOrder(engineer, orderId, solved)).code).toBe('work_order.checks_open')
  await tick(checks[0]!.id)
  expect((await moveOrder(engineer, orderId, solved)).code).toBe(0)
  const { history } = await orderOf(engineer, orderId)
  expect(history.flatMap(({ kind, name }) => (/checked/.test(kind) ? [`${kind} ${name}`] : []))).toEqual([
    'checked Dust removed',
    'unchecked Dust removed',
    'checked Fans turn',
    'checked Dust removed',
  ])
  expect((await tick('999999')).code).toBe('work_order.check_not_found')
  await moveOrder(engineer, orderId, { name: 'close' })
  expect((await tick(checks[0]!.id, false)).code).toBe('work_order.over')
})
