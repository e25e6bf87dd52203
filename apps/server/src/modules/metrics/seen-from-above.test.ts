import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../devices/index.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { metricRoutes, saveParts, writeMetrics } from './index.ts'

let t: TestApp
let msp: TestPerson
let stranger: TestPerson
let company: { id: string }
let outlets: string[]
let deviceId: string

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    const store = openMetricStore(deps.scopes)
    metricRoutes(app, store)
    deviceRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: [], store })
  })
  const middleman = await t.company('middleman')
  company = await t.company('company', middleman.id)
  msp = await t.person(middleman.id, 'administrator')
  stranger = await t.person((await t.company('company')).id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North'), ($1, 'South') returning id::text`,
    [company.id],
  )
  outlets = rows.map(({ id }) => id)
  deviceId = await arrangeDevice(t, company.id, { name: 'Gateway' })
  await t.adminPool.query('update device set outlet_id = $1 where id = $2', [outlets[0], deviceId])
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index) values ($1, $2, 'wan', 1)`,
    [company.id, deviceId],
  )
  await saveParts(
    t.scopes,
    deviceId,
    ['interface'],
    [{ subject: 'interface', instance: 'wan', label: 'wan (to the\u202e bank)' }],
  )
  await writeMetrics(t.scopes, {
    collector: 'test',
    epoch: 'seen-from-above.test',
    sequence: 1,
    sentAt: Date.now(),
    polls: [
      {
        deviceId,
        at: Date.now() - 60_000,
        values: [
          ['cpu_usage', '', 5],
          ['interface_oper_state', 'wan', 1],
          ['wifi_clients', '5GHz', 4],
        ],
      },
    ],
  })
})
afterAll(() => t.stop())
beforeEach(() => t.adminPool.query('delete from acting_consent'))

const period = () => ({ from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() })
const one = { metrics: ['cpu_usage' as const] }

/** What each endpoint of a device and its outlet answers. */
async function codes(who: TestPerson): Promise<(number | string)[]> {
  const answers = [
    await who.call('POST /monitor/api/v1/metrics/range', { deviceId, ...one, ...period() }),
    await who.call('POST /monitor/api/v1/metrics/latest', { deviceId }),
    await who.call('POST /monitor/api/v1/metrics/outlet', { outletId: outlets[0]!, ...period() }),
    await who.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId }),
  ]
  return answers.map(({ code }) => code)
}

async function limitedTo(outletId: string): Promise<TestPerson> {
  const person = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (
       insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, $2, array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_SHOP_VIEW'], 'outlets', array[$3::bigint]) returning id),
     m as (select id from member where company_id = $1 and person_id = $4),
     before as (delete from member_role where member_id in (select id from m))
     insert into member_role (company_id, member_id, role_id) select $1, m.id, r.id from m, r`,
    [company.id, `Outlet ${outletId}`, outletId, person.personId],
  )
  return person
}

test('those above read values and interfaces as the company consents, strangers never', async () => {
  for (const who of [msp, t.operator]) {
    expect(await codes(who)).toEqual([0, 0, 0, 0])
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [
      company.id,
    ])
    expect(await codes(who)).toEqual(Array(4).fill('acting.never'))
    await t.adminPool.query('delete from acting_consent')
  }
  expect(await codes(stranger)).toEqual([
    'device.not_found',
    'device.not_found',
    'outlet.not_found',
    'device.not_found',
  ])
})

test('a role limited to an outlet reads nothing of another one', async () => {
  const near = await limitedTo(outlets[0]!)
  const far = await limitedTo(outlets[1]!)
  expect(await codes(near)).toEqual([0, 0, 0, 0])
  expect(await codes(far)).toEqual([
    'device.not_found',
    'device.not_found',
    'outlet.not_found',
    'device.not_found',
  ])
  const top = await far.call('POST /monitor/api/v1/metrics/top', { metric: 'cpu_usage', ...period() })
  expect(top.data).toEqual([])
})

test('a label that turns the text behind it is stored without the turn', async () => {
  const inside = await t.person(company.id, 'engineer')
  const { data } = await inside.call('POST /monitor/api/v1/metrics/latest', {
    deviceId,
    metrics: ['interface_oper_state'],
  })
  expect(data[0]).toMatchObject({ label: 'wan (to the bank)' })
})
