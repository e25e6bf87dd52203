import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let mspAdmin: TestPerson
let mspIds: string[]

/** More than a search gathers instead of walking; every fifth never sent an Inform. */
const many = 3_000

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  const msp = await t.company('middleman')
  const subMsp = await t.company('middleman', msp.id)
  const owners = [
    await t.company('company', msp.id),
    await t.company('company', subMsp.id),
    await t.company('company'),
  ]
  mspIds = [msp.id, subMsp.id]
  mspAdmin = await t.person(msp.id, 'administrator')
  for (const { id } of owners) {
    await t.adminPool.query(
      `with made as (
         insert into device (company_id, name, type, driver, presence, model_name, serial_number, first_inform_at)
         select $1, 'Gate ' || i, 'smart_cpe', 'none', case when i % 3 = 0 then 'online' else 'offline' end,
           'M' || i % 2, md5(i::text), case when i % 5 > 0 then now() end
         from generate_series(1, $2::int) i returning id, company_id, msp_id, presence, first_inform_at)
       insert into device_presence (device_id, company_id, msp_id, last_inform_at, due_at)
       select id, company_id, msp_id, now() - interval '1 second' * (id % 900), case presence when 'online' then now() end
       from made where first_inform_at is not null`,
      [id, many],
    )
  }
})
afterAll(() => t.stop())

async function truth(where: string, order: string): Promise<string[]> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select d.id::text from device d left join device_presence p on p.device_id = d.id where ${where} order by ${order}`,
  )
  return rows.map((row) => row.id)
}

/** Ties sort by id in the same direction; devices without an Inform come last by id in both. */
const orders = {
  lastInformAt: 'p.last_inform_at asc nulls last, d.id',
  '-lastInformAt':
    'p.last_inform_at desc nulls last, case when p.last_inform_at is null then -d.id else d.id end desc',
  serialNumber: 'd.serial_number, d.id',
  '-serialNumber': 'd.serial_number desc, d.id desc',
}

interface Case {
  filter: EndpointInput<'POST /api/v1/device/lists'>
  sort: keyof typeof orders
  where: string
}

test.each<Case>([
  { filter: { presence: ['offline'] }, sort: 'lastInformAt', where: `d.presence = 'offline'` },
  { filter: { presence: ['offline'] }, sort: '-lastInformAt', where: `d.presence = 'offline'` },
  { filter: { presence: ['online'] }, sort: '-lastInformAt', where: `d.presence = 'online'` },
  { filter: { modelName: 'M1' }, sort: 'serialNumber', where: `d.model_name = 'M1'` },
  { filter: { modelName: 'M1' }, sort: '-serialNumber', where: `d.model_name = 'M1'` },
] as const)(
  '$filter by $sort: each page is in order and of the scope alone',
  async ({ filter, sort, where }) => {
    const scopes: [TestPerson, string][] = [
      [mspAdmin, `${where} and d.msp_id in (${mspIds.join(', ')})`],
      [t.operator, where],
    ]
    for (const [person, scope] of scopes) {
      const ids = await truth(scope, orders[sort])
      const last = Math.ceil(ids.length / 50)
      for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
        const { data } = await person.call('POST /api/v1/device/lists', {
          ...filter,
          sort,
          page,
          pageSize: 50,
        })
        expect(data.items.map((item) => item.id)).toEqual(ids.slice((page - 1) * 50, page * 50))
        expect(data.total).toBe(ids.length)
      }
    }
  },
)
