import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let admin: TestPerson
let keeper: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
  })
  const company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  keeper = await t.person(company.id, 'engineer')
})
afterAll(() => t.stop())

const notices = async () =>
  (
    await t.adminPool.query<{ who: string; note: string }>(
      `select n.recipient::text as who, e.detail->>'note' as note from work_notice n join work_event e on e.id = n.event_id
       where e.company_id = $1 and e.kind = 'part' order by n.id`,
      [admin.companyId],
    )
  ).rows.map(({ who, note }) => [who === admin.personId ? 'admin' : 'keeper', note])

test('stock under its minimum is reported once until it recovers, to the keeper or the administrators', async () => {
  const { warehouseId, cable: modelId, receive } = await stockedBy(admin)
  const scrap = (quantity: number) =>
    admin.call('POST /api/v1/work/part/move', { act: 'scrap', warehouseId, modelId, quantity, note: 'x' })
  await admin.call('PUT /api/v1/work/part/minimum', { warehouseId, modelId, minimum: 8 })
  expect(await notices()).toEqual([])
  await scrap(3)
  await scrap(1)
  expect(await notices()).toEqual([['admin', '7 / 8']])
  await t.adminPool.query('update warehouse set keeper_id = $2 where id = $1', [warehouseId, keeper.personId])
  await receive({ warehouseId, modelId, quantity: 5 })
  await scrap(4)
  expect(await notices()).toEqual([
    ['admin', '7 / 8'],
    ['keeper', '7 / 8'],
  ])
  // A higher minimum is the same shortage; none at all ends it.
  await admin.call('PUT /api/v1/work/part/minimum', { warehouseId, modelId, minimum: 20 })
  await admin.call('PUT /api/v1/work/part/minimum', { warehouseId, modelId, minimum: 0 })
  expect(await notices()).toHaveLength(2)
})
