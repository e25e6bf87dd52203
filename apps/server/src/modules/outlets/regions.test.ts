import { healths } from '@netward/contract/outlet-values'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { outletRoutes } from './index.ts'
import { regionTree } from './region-tree.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => outletRoutes(app, { secrets }))
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  admin = await t.person(company.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  for (const [region, presences] of [
    ['华东/上海/浦东', ['online']],
    ['华东/上海/浦东', ['online', 'offline']],
    ['华东/上海', ['offline']],
    ['华东/杭州', []],
    ['华东', ['unknown']],
    ['华东北', ['online']],
    ['华南/A-1', ['offline']],
    ['', ['offline']],
  ] as const) {
    const made = await admin.call('POST /api/v1/outlet', { name: `In ${region}`, region })
    for (const presence of presences) {
      const device = await arrangeDevice(t, company.id, { presence })
      await t.adminPool.query('update device set outlet_id = $2 where id = $1', [device, made.data.id])
    }
  }
})
afterAll(() => t.stop())

const sums = async (person: TestPerson, query: object = {}) =>
  (await person.call('POST /api/v1/outlet/regions', query)).data

describe('regions', () => {
  test('are totalled with their descendants, parents first, unassigned last', async () => {
    const { items, total } = await sums(admin)
    expect(items.map(({ region, outlets }) => [region, outlets])).toEqual([
      ['华东', 5],
      ['华东/杭州', 1],
      ['华东/上海', 3],
      ['华东/上海/浦东', 2],
      ['华东北', 1],
      ['华南', 1],
      ['华南/A-1', 1],
      ['/', 1],
    ])
    expect(items[0]?.health).toEqual({ online: 1, partial: 1, overdue: 0, offline: 1, unknown: 1, none: 1 })
    expect(total).toBe(8)
  })

  test('each number is that of the list which it leads to', async () => {
    for (const person of [admin, mspAdmin, t.operator]) {
      const companyId = company.id
      const { items } = await sums(person, { companyId })
      for (const { region, outlets, health } of items) {
        const list = async (query: object) =>
          (await person.call('POST /api/v1/outlet/lists', { companyId, region, ...query })).data.total
        expect(await list({})).toBe(outlets)
        for (const one of healths)
          expect([region, one, await list({ health: one })]).toEqual([region, one, health[one]])
      }
    }
  })

  test('a region includes itself and what is below, in any spelling, and is no pattern', async () => {
    const of = async (region: string) => (await sums(admin, { region })).total
    expect(await of('华东')).toBe(5)
    expect(await of(' 华东 ／ 上海 /')).toBe(3)
    expect(await of('/')).toBe(1)
    const { items } = await sums(admin, { region: '华东/上海' })
    expect(items.map(({ region }) => region)).toEqual(['华东/上海', '华东/上海/浦东'])
    expect(await of('华%')).toBe(0)
    expect(await of('')).toBe(8)
    const refused = await admin.call('POST /api/v1/outlet/regions', { region: 'a\u202Eb' })
    expect(refused).toMatchObject({ code: 'request.invalid', data: { fields: [{ field: 'region' }] } })
  })

  test('of another company are not seen, nor by a role that is limited to outlets', async () => {
    const stranger = await t.company('company')
    const foreign = await t.person(stranger.id, 'administrator')
    expect(await sums(foreign)).toEqual({ tooMany: false, items: [], total: 0 })
    expect(await sums(foreign, { companyId: company.id })).toMatchObject({ total: 0 })
    const values = await foreign.call('GET /api/v1/outlet/values', { companyId: company.id })
    expect(values.data).toEqual({ regions: [], departments: [] })

    const { rows } = await t.adminPool.query<{ id: string }>(
      `select id::text from outlet where company_id = $1 and region = '华南/A-1'`,
      [company.id],
    )
    const limited = await t.person(company.id, 'user_layer')
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
         values ($1, 'South', '{DMS_SERVER_OUTLET_VIEW}', 'outlets', $2) returning id)
       update member_role set built_in = null, role_id = (select id from r)
       where member_id = (select id from member where person_id = $3)`,
      [company.id, rows.map(({ id }) => id), limited.personId],
    )
    expect((await sums(limited)).items.map(({ region }) => region)).toEqual(['华南', '华南/A-1'])
    expect((await limited.call('GET /api/v1/outlet/values', {})).data.regions).toEqual(['华南', '华南/A-1'])
  })

  test('no region has fewer outlets than its descendants, and the top level with unassigned makes the total', () => {
    const level = fc.constantFrom('A', 'B', 'C')
    const count = fc.record({
      region: fc.array(level, { maxLength: 4 }).map((levels) => levels.join('/')),
      health: fc.constantFrom(...healths),
      outlets: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(count), (counts) => {
        const tree = regionTree(counts)
        const widest = tree.filter(({ region }) => region === '/' || !region.includes('/'))
        const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
        expect(sum(widest.map(({ outlets }) => outlets))).toBe(sum(counts.map(({ outlets }) => outlets)))
        for (const { region, outlets, health } of tree) {
          expect(sum(Object.values(health))).toBe(outlets)
          const below = tree.filter(
            (one) =>
              region !== '/' &&
              one.region.startsWith(`${region}/`) &&
              one.region.split('/').length === region.split('/').length + 1,
          )
          expect(sum(below.map((one) => one.outlets))).toBeLessThanOrEqual(outlets)
        }
      }),
    )
  })
})
