import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { lookNow } from './alarm-fixture.ts'
import { alarmRoutes } from './index.ts'
import { graceMs } from './machine/paths.ts'

let t: TestApp
let engineer: TestPerson
let outlet: string
let gateway: string
let core: string
let ap: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  const company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  outlet = (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
      [company.id],
    )
  ).rows[0]!.id
  const add = async (name: string, type: string) => {
    const id = await arrangeDevice(t, company.id, { name, type, presence: 'online' })
    await t.adminPool.query('update device set outlet_id = $2 where id = $1', [id, outlet])
    return id
  }
  gateway = await add('Gateway', 'smart_cpe')
  core = await add('Core', 'switch')
  ap = await add('AP', 'wireless_ap')
  await draw([gateway, core], [core, ap])
})

const draw = (...links: readonly (readonly [string, string])[]) =>
  t.adminPool.query(
    `insert into topology (outlet_id, company_id, content, devices, links, strangers, pending)
     select id, company_id, jsonb_build_object('links', $2::jsonb), 3, 2, 0, false from outlet where id = $1
     on conflict (outlet_id) do update set content = excluded.content`,
    [
      outlet,
      JSON.stringify(
        links.map(([a, b]) => ({ a: { node: `d${a}`, port: '' }, b: { node: `d${b}`, port: '' } })),
      ),
    ],
  )
const turn = async (presence: string, ...devices: string[]) => {
  await t.adminPool.query('update device set presence = $2 where id = any ($1::bigint[])', [
    devices,
    presence,
  ])
  await lookNow(t)
}
const list = async (suppressed: 'no' | 'yes' | 'all' = 'no') =>
  (await engineer.call('POST /monitor/api/v1/alarm/lists', { suppressed, sort: 'raisedAt' })).data.items
const seen = async () =>
  (await list('all'))
    .map(({ subjectName, behindName }) => [subjectName, behindName] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
const kinds = async (device: string) =>
  (
    await t.adminPool.query<{ kind: string }>(
      'select kind from alarm_event where device_id = $1 order by id',
      [device],
    )
  ).rows.map(({ kind }) => kind)
const stormy = [
  ['AP', 'Gateway'],
  ['Core', 'Gateway'],
  ['Gateway', null],
]

test('an outlet that goes dark is one alarm; what is behind it is recorded and listed on its page', async () => {
  await turn('offline', gateway, core, ap)
  expect(await seen()).toEqual(stormy)
  const [root, ...others] = await list()
  expect(others).toEqual([])
  expect(root).toMatchObject({ subjectName: 'Gateway', behindIt: 2, behindId: null })
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: root!.id })
  expect(data.suppressed.map(({ subjectName }) => subjectName).toSorted()).toEqual(['AP', 'Core'])
  const { severities } = (await engineer.call('POST /monitor/api/v1/alarm/count', {})).data
  expect(severities.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  // Raised there at once: nobody could have sent them.
  expect(await kinds(ap)).toEqual(['raised', 'suppressed'])
})

test('whichever falls first, the same alarm is in front', async () => {
  for (const device of [ap, core, gateway]) await turn('offline', device)
  expect(await seen()).toEqual(stormy)
  expect(await kinds(ap)).toEqual(['raised', 'suppressed', 'suppressed'])
})

test('an alarm comes to life if it persists after the one in front is cleared', async () => {
  await turn('offline', gateway, core, ap)
  await turn('online', gateway)
  // Core cuts the AP off now; Core itself may just be starting.
  expect(await seen()).toEqual([
    ['AP', 'Core'],
    ['Core', 'Gateway'],
  ])
  await t.adminPool.query(
    `update alarm set cleared_at = now() - make_interval(secs => $2), raised_at = now() - interval '1 hour'
     where device_id = $1`,
    [gateway, graceMs / 1000],
  )
  await t.adminPool.query('update alarm_path_due set due_at = now() where outlet_id = $1', [outlet])
  await lookNow(t)
  expect(await seen()).toEqual([
    ['AP', 'Core'],
    ['Core', null],
  ])
  expect(await kinds(core)).toEqual(['raised', 'suppressed', 'revived'])
  await turn('online', core, ap)
  expect(await seen()).toEqual([])
  expect((await t.adminPool.query('select from alarm_path_due where outlet_id = $1', [outlet])).rows).toEqual(
    [],
  )
})

test('alarms follow the topology, and one that lies in circles hides nothing alone', async () => {
  await turn('offline', core, ap)
  expect(await seen()).toEqual([
    ['AP', 'Core'],
    ['Core', null],
  ])
  await draw([gateway, core], [core, ap], [ap, gateway], [ap, ap])
  await lookNow(t)
  expect(await seen()).toEqual([
    ['AP', null],
    ['Core', null],
  ])
})
