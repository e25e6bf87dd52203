import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedPastOrders } from '@netward/testkit/seed/past-orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderRoutes } from '../src/modules/orders/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

let t: TestApp
let engineer: TestPerson
const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
  const { id } = await t.company('company')
  await t.adminPool.query(`update company set code = 'yuelai' where id = $1`, [id])
  await t.adminPool.query(
    `insert into outlet (company_id, name) select $1, 'Shop ' || n from generate_series(1, 7) n`,
    [id],
  )
  engineer = await t.person(id, 'engineer')
})
afterAll(() => t.stop())

async function seed(): Promise<number> {
  const client = await t.adminPool.connect()
  try {
    return await seedPastOrders(client, dataDir, Date.now())
  } finally {
    client.release()
  }
}

test('orders of the past are made up in the data directory of a demo alone, once, and notify nobody', async () => {
  await expect(seed()).rejects.toThrow('is not the data directory of a demo')
  writeFileSync(join(dataDir, 'demo.json'), '{}')
  expect(await seed()).toBe(120)
  expect(await seed()).toBe(0)
  const { rows } = await t.adminPool.query('select 1 from work_notice')
  expect(rows).toEqual([])
})

test('they look as if they had been carried out, and their deadlines are those of their agreement', async () => {
  const { data } = await engineer.call('POST /api/v1/work/order/lists', { standing: 'ended', pageSize: 200 })
  expect(data.total).toBe(120)
  expect(new Set(data.items.map(({ type }) => type)).size).toBe(6)
  expect(data.items.some(({ state }) => state === 'cancelled')).toBe(true)
  for (const { id: orderId, state, resolveDue, respondDue } of data.items) {
    const order = (await engineer.call('GET /api/v1/work/order/:orderId', { orderId })).data
    const why = Object.fromEntries(order.clocks.map(({ clock, due }) => [clock, due]))
    expect([orderId, why]).toEqual([orderId, { respond: respondDue, resolve: resolveDue }])
    expect(order.history.at(-1)!.kind).toBe('created')
    const times = order.history.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(order.history[0]!.kind).toMatch(state === 'cancelled' ? /^cancel$/ : /^(?:close|closed_itself)$/)
  }
})
