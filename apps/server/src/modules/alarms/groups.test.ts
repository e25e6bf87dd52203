import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { lookNow } from './alarm-fixture.ts'
import { alarmRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
})

async function outlet(name: string): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'insert into outlet (company_id, name) values ($1, $2) returning id::text',
    [company.id, name],
  )
  return rows[0]!.id
}
async function add(name: string, outletId: string | null, type = 'switch'): Promise<string> {
  const id = await arrangeDevice(t, company.id, { name, type, presence: 'online' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [id, outletId])
  return id
}
async function turn(presence: string, device: string): Promise<void> {
  await t.adminPool.query('update device set presence = $2 where id = $1', [device, presence])
  await lookNow(t)
}
const list = async (query: object = {}) =>
  (await engineer.call('POST /monitor/api/v1/alarm/lists', { sort: 'raisedAt', ...query })).data
const names = async (query: object = {}) => (await list(query)).items.map(({ subjectName }) => subjectName)
const groupOf = async (device: string) =>
  (await list({ deviceId: device })).items.map(({ groupId, groupSize }) => ({ groupId, groupSize }))[0]!

test('alarms of a site are one group, others are groups of their own', async () => {
  const shop = await outlet('Shop')
  const [core, till] = [await add('Core', shop), await add('Till', shop, 'smart_cpe')]
  const other = await add('Other', await outlet('Other shop'))
  const [spare, second] = [await add('Spare', null), await add('Second', null)]
  for (const device of [core, till, other, spare, second]) await turn('offline', device)
  const { groupId, groupSize } = await groupOf(core)
  expect(groupSize).toBe(2)
  expect(await groupOf(till)).toEqual({ groupId, groupSize })
  for (const device of [other, spare, second]) expect(await groupOf(device)).toMatchObject({ groupSize: 1 })
  const found = await list({ groupId })
  expect(found.items.map(({ subjectName }) => subjectName)).toEqual(['Core', 'Till'])
  expect(found.total).toBe(groupSize)
  // Of each group the worst: a gateway that is offline is critical.
  expect(await names({ group: 'worst' })).toEqual(['Till', 'Other', 'Spare', 'Second'])
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', {
    alarmId: found.items[0]!.id,
  })
  expect(data.group.map(({ subjectName }) => subjectName)).toEqual(['Till'])
})

test('the history keeps the group; what is cleared or long ago takes no more', async () => {
  const shop = await outlet('Shop')
  const [core, till] = [await add('Core', shop), await add('Till', shop)]
  await turn('offline', core)
  await turn('offline', till)
  const before = await groupOf(core)
  for (const device of [core, till]) await turn('online', device)
  expect(await names({ state: 'cleared', groupId: before.groupId })).toEqual(['Core', 'Till'])
  expect((await list({ state: 'cleared' })).items[0]).toMatchObject({ groupSize: 2 })
  await turn('offline', core)
  const after = await groupOf(core)
  expect(after.groupId).not.toBe(before.groupId)
  await t.adminPool.query(
    `update alarm set raised_at = now() - interval '5 hours' where company_id = $1 and state = 'active'`,
    [company.id],
  )
  await turn('offline', till)
  expect((await groupOf(till)).groupId).not.toBe(after.groupId)
})

test('a group of another company is empty', async () => {
  const shop = await outlet('Shop')
  const core = await add('Core', shop)
  await turn('offline', core)
  const { groupId } = await groupOf(core)
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  expect((await stranger.call('POST /monitor/api/v1/alarm/lists', { groupId })).data.items).toEqual([])
  expect((await engineer.call('POST /monitor/api/v1/alarm/lists', { groupId: 'x' })).code).toBe(
    'request.invalid',
  )
})
