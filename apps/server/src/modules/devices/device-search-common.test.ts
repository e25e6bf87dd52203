import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let mspAdmin: TestPerson

const many = 40_000

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  const msp = await t.company('middleman')
  mspAdmin = await t.person(msp.id, 'administrator')
  const owner = await t.company('company', msp.id)
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver, model_name, serial_number)
     select $1, 'Gate ' || i, 'smart_cpe', 'none', case when i % 100 = 0 then 'Rare' else 'Usual' end, md5(i::text)
     from generate_series(1, $2::int) i`,
    [owner.id, many],
  )
  // From a hundred thousand on a sample is taken first; so many would take this test a minute.
  await t.adminPool.query(`update pg_class set reltuples = 100001 where oid = 'device'::regclass`)
}, 60_000)
afterAll(() => t.stop())

test.each([
  { search: 'gate', total: 10_000, totalCapped: true, first: 'Gate 1' },
  { search: 'rare', total: many / 100, totalCapped: false, first: 'Gate 100' },
  { search: 'gate 777', total: 11, totalCapped: false, first: 'Gate 777' },
  { search: 'nowhere', total: 0, totalCapped: false, first: undefined },
])(
  'of a large table "$search" is found, and counted where it is not everywhere',
  async ({ search, total, totalCapped, first }) => {
    for (const person of [mspAdmin, t.operator]) {
      const { data } = await person.call('POST /api/v1/device/lists', {
        search,
        sort: 'name',
        page: 1,
        pageSize: 50,
      })
      expect(data).toMatchObject({ total, totalCapped })
      expect(data.items[0]?.name).toBe(first)
      expect(data.items).toHaveLength(Math.min(total, 50))
    }
  },
)
