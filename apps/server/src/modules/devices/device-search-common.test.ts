import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let mspAdmin: TestPerson

const many = 40_000
/** The last by name, adjacent. */
const late = 12_000

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  const msp = await t.company('middleman')
  mspAdmin = await t.person(msp.id, 'administrator')
  const owner = await t.company('company', msp.id)
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver, model_name, serial_number)
     select $1, case when i > $2 - $3 then 'Zulu ' else 'Gate ' end || i, 'smart_cpe', 'none',
       case when i % 100 = 0 then 'Rare' else 'Usual' end, md5(i::text)
     from generate_series(1, $2::int) i`,
    [owner.id, many, late],
  )
  const elsewhere = await t.company('company', (await t.company('middleman')).id)
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver) values ($1, 'Elsewhere', 'smart_cpe', 'none')`,
    [elsewhere.id],
  )
  // From a hundred thousand on it samples first; creating that many would take a minute.
  await t.adminPool.query(`update pg_class set reltuples = 100001 where oid = 'device'::regclass`)
}, 180_000)
afterAll(() => t.stop())

test.each([
  { search: 'gate', total: 10_000, totalCapped: true, first: 'Gate 1' },
  { search: 'rare', total: many / 100, totalCapped: false, first: 'Gate 100' },
  { search: 'gate 777', total: 11, totalCapped: false, first: 'Gate 777' },
  { search: 'nowhere', total: 0, totalCapped: false, first: undefined },
  { search: 'zulu', total: 10_000, totalCapped: true, first: `Zulu ${many - late + 1}` },
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

test('a rare term that is looked up alone shows an MSP no device of another', async () => {
  const search = { search: 'elsewhere', sort: 'name', page: 1, pageSize: 50 } as const
  const found = async (person: TestPerson) =>
    (await person.call('POST /api/v1/device/lists', search)).data.total
  expect(await found(mspAdmin)).toBe(0)
  expect(await found(t.operator)).toBe(1)
})
