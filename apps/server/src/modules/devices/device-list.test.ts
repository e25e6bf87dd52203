import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let stranger: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  msp = await t.company('middleman')
  const subMsp = await t.company('middleman', msp.id)
  customer = await t.company('company', msp.id)
  const subCustomer = await t.company('company', subMsp.id)
  stranger = await t.company('company')
  admin = await t.person(customer.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  await arrangeDevice(
    t,
    customer.id,
    {
      name: 'Alpha Gate',
      serial_number: 'ZX-100%_A',
      model_name: 'M1',
      presence: 'online',
      ip_address: '203.0.113.7',
      mac_address: '00:1a:2b:3c:4d:5e',
      tags: ['north', 'vip'],
      software_version: '1.0',
    },
    '2026-01-01T00:00:00Z',
  )
  await arrangeDevice(
    t,
    customer.id,
    { name: '上海网关', model_name: 'M2', presence: 'offline', tags: ['south'] },
    '2026-01-03T00:00:00Z',
  )
  await arrangeDevice(
    t,
    customer.id,
    { name: 'O\'Brien \\ "quoted"', model_name: 'M1', guard: 'quarantined' },
    '2026-01-02T00:00:00Z',
  )
  await arrangeDevice(t, customer.id, { name: 'Never called' })
  await arrangeDevice(t, customer.id, { name: 'Gone', state: 'released' })
  await arrangeDevice(t, msp.id, { name: 'Msp own' }, '2026-01-04T00:00:00Z')
  await arrangeDevice(t, subCustomer.id, { name: 'Deep Gate', presence: 'online' }, '2026-01-05T00:00:00Z')
  await arrangeDevice(
    t,
    stranger.id,
    { name: 'Stranger Gate', mac_address: '00:1a:2b:3c:4d:5f', tags: ['secret-tag'] },
    '2026-01-06T00:00:00Z',
  )
})
afterAll(() => t.stop())

async function list(person: TestPerson, query: Record<string, unknown> = {}) {
  const answer = await person.call('POST /api/v1/device/lists', query)
  expect(answer).toMatchObject({ status: 200, code: 0 })
  return { names: answer.data.items.map((item) => item.name), total: answer.data.total }
}
const own = ['Alpha Gate', 'Never called', 'O\'Brien \\ "quoted"', '上海网关']
const tree = ['Alpha Gate', 'Deep Gate', 'Msp own', 'Never called', 'O\'Brien \\ "quoted"', '上海网关']

describe('who sees which devices', () => {
  test('a company sees only its own claimed devices', async () => {
    expect(await list(admin)).toEqual({ names: own, total: 4 })
  })
  test('an MSP sees its own, its customers and those of MSPs below it', async () => {
    expect(await list(mspAdmin)).toEqual({ names: tree, total: 6 })
  })
  test('an MSP acting in a customer sees that customer alone', async () => {
    expect(await list(mspAdmin.actingIn(customer.id))).toEqual({ names: own, total: 4 })
  })
  test('the platform sees all', async () => {
    expect(await list(t.operator)).toMatchObject({ total: 7 })
  })
  test.each(['name', '-name', 'serialNumber', '-modelName', 'claimedAt', 'lastInformAt', '-lastInformAt'])(
    'sorted by %s each scope shows the same set',
    async (sort) => {
      expect((await list(admin, { sort })).names.toSorted()).toEqual(own.toSorted())
      expect((await list(mspAdmin, { sort })).names.toSorted()).toEqual(tree.toSorted())
      expect((await list(t.operator, { sort })).names).toHaveLength(7)
    },
  )
  test('filtered by a company of its tree an MSP sees that one, by another nothing', async () => {
    expect(await list(mspAdmin, { companyId: customer.id })).toEqual({ names: own, total: 4 })
    expect(await list(mspAdmin, { companyId: stranger.id })).toEqual({ names: [], total: 0 })
    expect(await list(admin, { companyId: stranger.id })).toEqual({ names: [], total: 0 })
    expect(await list(t.operator, { companyId: stranger.id })).toEqual({ names: ['Stranger Gate'], total: 1 })
  })
  test('rows name their company', async () => {
    const answer = await mspAdmin.call('POST /api/v1/device/lists', { search: 'alpha' })
    expect(answer.data.items[0]).toMatchObject({
      companyId: customer.id,
      companyName: expect.stringMatching(/^Company c/),
    })
  })
})

describe('search', () => {
  test.each([
    ['00:1A:2B', ['Alpha Gate']],
    ['00-1a-2b-3c', ['Alpha Gate']],
    ['001a.2b3c', ['Alpha Gate']],
    ['001A2B3C4D5E', ['Alpha Gate']],
    ['203.0.113', ['Alpha Gate']],
    ['ALPHA', ['Alpha Gate']],
    ['zx-100', ['Alpha Gate']],
    ['上海', ['上海网关']],
    ['100%_', ['Alpha Gate']],
    ['%', []],
    ['__', []],
    ['%_a', ['Alpha Gate']],
    ['al', ['Alpha Gate']],
    ['ga', ['Alpha Gate']],
    ['lp', []],
    ['海', ['上海网关']],
    ['\\', ['O\'Brien \\ "quoted"']],
    ["o'brien", ['O\'Brien \\ "quoted"']],
    ["'; drop table device; --", []],
    ['stranger', []],
    ['x'.repeat(100), []],
  ])('%s finds %j in the company', async (search, names) => {
    expect(await list(admin, { search })).toEqual({ names, total: names.length })
  })
  test('finds in the tree what the tree holds, on the platform all', async () => {
    expect(await list(mspAdmin, { search: 'gate' })).toEqual({ names: ['Alpha Gate', 'Deep Gate'], total: 2 })
    expect(await list(mspAdmin, { search: '001a2b' })).toEqual({ names: ['Alpha Gate'], total: 1 })
    expect(await list(t.operator, { search: '001a2b', sort: '-name' })).toEqual({
      names: ['Stranger Gate', 'Alpha Gate'],
      total: 2,
    })
  })
  test.each([
    [{ presence: 'online' }, ['Alpha Gate']],
    [{ presence: ['online', 'offline'] }, ['Alpha Gate', '上海网关']],
    [{ guard: 'quarantined' }, ['O\'Brien \\ "quoted"']],
    [{ guard: ['quarantined', 'duplicate'] }, ['O\'Brien \\ "quoted"']],
    [{ guard: 'none', presence: 'unknown' }, ['Never called']],
    [{ tag: 'vip' }, ['Alpha Gate']],
    [{ tag: ['vip', 'south'] }, ['Alpha Gate', '上海网关']],
    [{ tag: 'vip', search: 'nothing' }, []],
    [{ tag: 'secret-tag' }, []],
    [{ modelName: 'M1', sort: '-name' }, ['O\'Brien \\ "quoted"', 'Alpha Gate']],
    [{ softwareVersion: '1.0' }, ['Alpha Gate']],
    [{ type: 'printer' }, []],
    [
      {
        type: 'smart_cpe',
        search: 'alpha',
        presence: 'online',
        modelName: 'M1',
        softwareVersion: '1.0',
        guard: 'none',
      },
      ['Alpha Gate'],
    ],
  ])('filters %j', async (filter, names) => {
    expect(await list(admin, filter)).toEqual({ names, total: names.length })
  })
})

describe('order and pages', () => {
  test('devices without an Inform sort last by last Inform, in both directions and on later pages', async () => {
    const up = ['Alpha Gate', 'O\'Brien \\ "quoted"', '上海网关', 'Never called']
    expect((await list(admin, { sort: 'lastInformAt' })).names).toEqual(up)
    expect((await list(admin, { sort: '-lastInformAt' })).names).toEqual([up[2], up[1], up[0], up[3]])
    for (const [index, name] of up.entries()) {
      expect((await list(admin, { sort: 'lastInformAt', page: index + 1, pageSize: 1 })).names).toEqual([
        name,
      ])
    }
    expect((await list(admin, { sort: 'lastInformAt', page: 5, pageSize: 1 })).names).toEqual([])
  })
  test('pages of equal names do not overlap and leave nothing out', async () => {
    const twins = await t.company('company')
    const person = await t.person(twins.id, 'administrator')
    for (let index = 0; index < 25; index += 1)
      await arrangeDevice(t, twins.id, { name: 'Twin', tags: ['twin'] })
    for (const query of [{}, { search: 'twin' }, { tag: ['twin'] }, { sort: '-name' as const }]) {
      const seen: string[] = []
      for (let page = 1; page <= 4; page += 1) {
        const { data } = await person.call('POST /api/v1/device/lists', { ...query, page, pageSize: 8 })
        expect(data.total).toBe(25)
        seen.push(...data.items.map((item) => item.id))
      }
      expect(new Set(seen).size).toBe(25)
      expect(seen).toHaveLength(25)
    }
  })
  test('a page beyond the end is empty and still has the total', async () => {
    expect(await list(admin, { page: 9 })).toEqual({ names: [], total: 4 })
  })
  test.each([
    { page: 0 },
    { pageSize: 1000 },
    { sort: 'password' },
    { search: 'x'.repeat(101) },
    { presence: 'here' },
    { companyId: '1 or 1=1' },
    { tag: [{}] },
  ])('refuses %j as invalid', async (query) => {
    expect(await admin.call('POST /api/v1/device/lists', query as never)).toMatchObject({
      status: 400,
      code: 'request.invalid',
    })
  })
})

test('offers a model and a version of the maximum length, and filters by them', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const long = { model_name: 'M'.repeat(256), software_version: '1.'.repeat(128) }
  const id = await arrangeDevice(t, company.id, long)
  const summary = (await person.call('GET /api/v1/device/summary')).data
  expect(summary).toMatchObject({ models: [long.model_name], softwareVersions: [long.software_version] })
  const filters = { modelName: long.model_name, softwareVersion: long.software_version }
  const { data } = await person.call('POST /api/v1/device/lists', filters)
  expect(data.items.map((row) => row.id)).toEqual([id])
})
