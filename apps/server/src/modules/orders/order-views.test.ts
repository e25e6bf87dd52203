import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { orderRoutes } from './index.ts'

let t: TestApp
let engineer: TestPerson
let colleague: TestPerson
let companyId: string

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  companyId = (await t.company('company')).id
  engineer = await t.person(companyId, 'engineer')
  colleague = await t.person(companyId, 'management_layer')
})

const views = async (who: TestPerson) =>
  (await who.call('GET /api/v1/work/view', {})).data.map(({ name, mine, filters }) => ({
    name,
    mine,
    filters,
  }))

test('a view is personal or shared in its company, and saved again under its name', async () => {
  const late = { overdue: 'yes', state: ['new', 'assigned'] }
  await engineer.call('POST /api/v1/work/view', { name: 'Late', filters: late })
  const { id } = (await engineer.call('POST /api/v1/work/view', { name: 'Pool', shared: true, filters: {} }))
    .data
  await engineer.call('POST /api/v1/work/view', { name: 'pool', shared: true, filters: { pool: 'any' } })
  expect(await views(engineer)).toEqual([
    { name: 'Late', mine: true, filters: late },
    { name: 'pool', mine: true, filters: { pool: 'any' } },
  ])
  expect(await views(colleague)).toEqual([{ name: 'pool', mine: false, filters: { pool: 'any' } }])
  expect((await colleague.call('DELETE /api/v1/work/view/:viewId', { viewId: id })).code).toBe(
    'order_view.not_yours',
  )
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await views(stranger)).toEqual([])
  expect((await stranger.call('DELETE /api/v1/work/view/:viewId', { viewId: id })).code).toBe(
    'order_view.not_found',
  )
  await engineer.call('DELETE /api/v1/work/view/:viewId', { viewId: id })
  expect(await views(colleague)).toEqual([])
})

test('several orders move at once; those that changed meanwhile or refuse stay as they are', async () => {
  const ids = [
    await makeOrder(engineer),
    await makeOrder(engineer, { title: 'Second' }),
    await makeOrder(engineer),
  ]
  const seen = await Promise.all(
    ids.map(async (orderId) => ({ orderId, version: (await orderOf(engineer, orderId)).version })),
  )
  await moveOrder(engineer, ids[1]!, { name: 'take' })
  const answer = await engineer.call('POST /api/v1/work/order/batch/move', {
    orders: seen,
    move: { name: 'take' },
  })
  expect(answer.code).toBe(50001)
  expect(answer.data).toMatchObject({ accepted: 2, failed: [{ ip: '#2 Second', id: ids[1] }] })
  expect((await orderOf(engineer, ids[2]!)).assigneeId).toBe(engineer.personId)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const foreign = await stranger.call('POST /api/v1/work/order/batch/move', {
    orders: seen,
    move: { name: 'close' },
  })
  expect(foreign.code).toBe(50002)
  expect(JSON.stringify(foreign.data)).not.toContain('Second')
})
