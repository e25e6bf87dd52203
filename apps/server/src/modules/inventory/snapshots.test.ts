import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { inventoryRoutes } from './index.ts'
import { snapshotRepo } from './snapshot.repo.ts'

let t: TestApp
let admin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => inventoryRoutes(app))
})
afterAll(() => t.stop())
beforeEach(async () => {
  admin = await t.person((await t.company('company')).id, 'administrator')
})

const add = (name: string, more: object = {}) =>
  arrangeDevice(t, admin.companyId, {
    name,
    type: 'switch',
    manufacturer: 'Huawei',
    software_version: 'V1',
    ...more,
  })
const take = async () => {
  await t.adminPool.query(
    `update inventory_snapshot set at = at - interval '2 minutes' where company_id = $1`,
    [admin.companyId],
  )
  expect((await admin.call('POST /monitor/api/v1/inventory/snapshot', {})).code).toBe(0)
  return (await snapshots())[0]!
}
const snapshots = async (who = admin) =>
  (await who.call('POST /monitor/api/v1/inventory/snapshot/lists', {})).data.items
const contents = async (snapshotId: string) =>
  (await admin.call('POST /monitor/api/v1/inventory/snapshot/device/lists', { snapshotId })).data.items
const changes = async (from: string, to: string, more: object = {}) =>
  (
    await admin.call('POST /monitor/api/v1/inventory/snapshot/compare/lists', { from, to, ...more })
  ).data.items.map(({ name, change, before }) => [name, change, before?.softwareVersion ?? null])

test('a snapshot holds what there was, and two are compared', async () => {
  const core = await add('core')
  const edge = await add('edge')
  await add('still')
  const first = await take()
  expect(first).toMatchObject({ devices: 3 })
  await t.adminPool.query(`update device set software_version = 'V2' where id = $1`, [core])
  await t.adminPool.query(`update device set state = 'released' where id = $1`, [edge])
  await add('young')
  const second = await take()
  const third = await take()
  expect((await contents(first.id)).map(({ name, softwareVersion }) => [name, softwareVersion])).toEqual([
    ['core', 'V1'],
    ['edge', 'V1'],
    ['still', 'V1'],
  ])
  const expected = [
    ['core', 'changed', 'V1'],
    ['edge', 'gone', null],
    ['young', 'new', null],
  ]
  expect(await changes(first.id, second.id)).toEqual(expected)
  expect(await changes(first.id, third.id)).toEqual(expected)
  expect(await changes(second.id, third.id)).toEqual([])
  expect(await changes(third.id, first.id, { change: ['new'] })).toEqual([['edge', 'new', null]])
  expect(await changes(first.id, third.id, { search: 'YOU' })).toEqual([['young', 'new', null]])
  const { rows } = await t.adminPool.query(
    'select count(*)::int as n from inventory_span where company_id = $1',
    [admin.companyId],
  )
  // Unchanged devices cost one row, whatever the number of snapshots.
  expect(rows[0].n).toBe(5)
})

test('a CSV of the comparison holds no formula, and is audited', async () => {
  const first = await take()
  await add('=1+1')
  const second = await take()
  const csv = await t.raw({
    method: 'POST',
    url: '/monitor/api/v1/inventory/snapshot/compare/export',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ from: first.id, to: second.id }),
  })
  expect(csv.body).toContain(`'=1+1`)
})

test('another company sees no snapshot, and two within a minute are refused', async () => {
  await add('core')
  const { id } = await take()
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await snapshots(stranger)).toEqual([])
  expect(
    (await stranger.call('POST /monitor/api/v1/inventory/snapshot/device/lists', { snapshotId: id })).code,
  ).toBe('inventory.snapshot_not_found')
  expect((await admin.call('POST /monitor/api/v1/inventory/snapshot', {})).code).toBe(
    'inventory.snapshot_too_soon',
  )
})

test('the clock takes the first at once, and no other before the storage interval', async () => {
  await add('core')
  const sweep = async () => {
    while (await snapshotRepo.takeDue(t.scopes));
  }
  await sweep()
  await sweep()
  expect((await snapshots()).length).toBe(1)
  // Any time zone in which it is night now.
  const { rows } = await t.adminPool.query(
    `select name from pg_timezone_names where extract(hour from now() at time zone name) = 2 and name like 'Etc/%' limit 1`,
  )
  await t.adminPool.query(`update company set time_zone = $2, storage_interval = 'week' where id = $1`, [
    admin.companyId,
    rows[0].name,
  ])
  const age = (days: number) =>
    t.adminPool.query(
      `update inventory_snapshot set at = now() - make_interval(days => $2) where company_id = $1`,
      [admin.companyId, days],
    )
  await age(6)
  await sweep()
  expect((await snapshots()).length).toBe(1)
  await age(7)
  await sweep()
  expect((await snapshots()).length).toBe(2)
  await age(400)
  await snapshotRepo.prune(t.scopes, 100)
  expect(await snapshots()).toEqual([])
})
