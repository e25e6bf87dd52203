import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedPastTokens } from '@netward/testkit/seed/past-tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistantRoutes } from '../src/modules/assistant/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

let t: TestApp
let administrator: TestPerson
const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
const now = Date.parse('2026-11-29T12:00:00Z')

beforeAll(async () => {
  t = await createTestApp((app, deps) => assistantRoutes(app, { ...deps, outgoingRanges: [] }))
  const { id } = await t.company('company')
  await t.adminPool.query(`update company set code = 'yuelai' where id = $1`, [id])
  administrator = await t.person(id, 'administrator')
})
afterAll(() => t.stop())

async function seed(): Promise<number> {
  const client = await t.adminPool.connect()
  try {
    return await seedPastTokens(client, dataDir, now)
  } finally {
    client.release()
  }
}

test('tokens of the past are made up in the data directory of a demo alone, for a company with a service, once', async () => {
  await expect(seed()).rejects.toThrow('is not the data directory of a demo')
  writeFileSync(join(dataDir, 'demo.json'), '{}')
  expect(await seed()).toBe(0)
  const { data } = await administrator.call('POST /api/v1/assistant/provider', {
    name: 'Demo',
    preset: 'other',
    address: 'http://127.0.0.1:9/v1',
    model: 'usual',
    isAbroad: false,
  })
  const prices = [
    { model: '', since: '2026-01-01', input: 2, cached: 0.5, output: 8 },
    { model: 'writing', since: '2026-11-15', input: 4, cached: 1, output: 16 },
  ]
  await administrator.call('PUT /api/v1/assistant/provider/:providerId/prices', {
    providerId: data.id,
    prices,
  })
  const { used, ...limits } = (await administrator.call('GET /api/v1/assistant/settings')).data
  expect(used.tokens).toBe(0)
  const set = await administrator.call('PUT /api/v1/assistant/settings', {
    ...limits,
    routes: [{ feature: 'writing', providerId: data.id, model: 'writing' }],
  })
  expect(set.code).toBe(0)
  expect(await seed()).toBeGreaterThan(200)
  expect(await seed()).toBe(0)
})

test('each is settled at the price of its day, and the statistics are their sums', async () => {
  const { rows } = await t.adminPool.query<{ model: string; day: string; wrong: string }>(
    `select model, min(day)::text as day, count(*) filter (where abs(cost
         - ((input - cached) * (price->>'input')::numeric + cached * (price->>'cached')::numeric
         + output * (price->>'output')::numeric) / 1000000) > 0.000001) as wrong
     from assistant_call where state = 'settled' group by model, price order by model, min(day)`,
  )
  expect(rows.map(({ model, wrong }) => [model, wrong])).toEqual([
    ['usual', '0'],
    ['writing', '0'],
    ['writing', '0'],
  ])
  const sums = async (by: 'day' | 'person' | 'feature' | 'model') =>
    (
      await administrator.call('POST /api/v1/assistant/statistics', {
        from: '2026-10-28',
        to: '2026-11-29',
        by,
      })
    ).data
  const byDay = await sums('day')
  expect(byDay.rows.length).toBeGreaterThan(25)
  expect(byDay.total.estimatedShare).toBeGreaterThan(0)
  for (const by of ['person', 'feature', 'model'] as const)
    expect((await sums(by)).total).toEqual(byDay.total)
  expect((await sums('feature')).rows.map(({ key }) => key).toSorted()).toEqual([
    'analysis',
    'chat',
    'writing',
  ])
})
