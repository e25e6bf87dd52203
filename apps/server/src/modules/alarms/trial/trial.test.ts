import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { saveParts, writeMetrics } from '../../metrics/index.ts'
import { batchOf, minute } from '../alarm-fixture.ts'
import { alarmRoutes } from '../index.ts'

let t: TestApp
let engineer: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
})

type Definition = EndpointInput<'POST /monitor/api/v1/alarm/rules/trial'>['definition']
const disk = (raise: number, more: object = {}): Definition => ({
  of: { kind: 'metric', metric: 'storage_usage', compare: 'above', raise, clear: raise - 5 },
  severity: 'minor',
  ...more,
})
const run = (definition: Definition, who = engineer) =>
  who.call('POST /monitor/api/v1/alarm/rules/trial', { definition })
const hour = 60 * minute
/** A value each five minutes, the last a while ago. */
const write = (
  device: string,
  metric: 'storage_usage' | 'interface_in_errors',
  values: readonly number[],
) => {
  const end = Math.floor(Date.now() / (5 * minute)) * 5 * minute - 2 * hour
  return writeMetrics(
    t.scopes,
    batchOf(
      device,
      values.map((value, index) => ({
        at: end - (values.length - index) * 5 * minute,
        values: [[metric, '/', metric === 'storage_usage' ? value : String(value)]],
      })),
    ),
  )
}
const events = async () =>
  (await t.adminPool.query('select from alarm where company_id = $1', [company.id])).rows

test('a trial says which alarms the rule would have raised, and raises none', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch', name: 'Core' })
  await saveParts(t.scopes, device, ['storage'], [{ subject: 'storage', instance: '/', label: 'Root' }])
  await arrangeDevice(t, company.id, { type: 'switch', name: 'Unmeasured' })
  await write(device, 'storage_usage', [50, 80, 90, 88, 70, 60, 91, 92])
  const { data } = await run(disk(90))
  expect(data).toMatchObject({ devices: 1, tried: 1, cut: 0, count: 2, stepSeconds: 300 })
  expect(data.alarms.map(({ subjectName, label, value }) => [subjectName, label, value])).toEqual([
    ['Core', 'Root', 90],
    ['Core', 'Root', 91],
  ])
  expect(data.alarms.map(({ clearedAt }) => clearedAt !== null)).toEqual([true, false])
  expect(data.periods.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect((await run(disk(95))).data.count).toBe(0)
  expect((await run(disk(90, { minutes: 10 }))).data.count).toBe(0)
  expect((await run(disk(80, { minutes: 10 }))).data.count).toBe(1)
  expect((await run(disk(50, { types: ['router'] }))).data).toMatchObject({ devices: 0, count: 0 })
  expect(await events()).toEqual([])
})

test('counters are tried by their rate', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await write(device, 'interface_in_errors', [0, 0, 3000, 6000, 6000, 6000])
  const errors = (raise: number): Definition => ({
    of: { kind: 'metric', metric: 'interface_in_errors', compare: 'above', raise },
    severity: 'minor',
  })
  expect((await run(errors(9))).data).toMatchObject({ count: 1, alarms: [{ value: 10 }] })
  expect((await run(errors(11))).data.count).toBe(0)
})

test('a state is tried by the timeline of the device', async () => {
  const device = await arrangeDevice(t, company.id, { name: 'Till', presence: 'online' })
  await t.adminPool.query(
    `insert into device_timeline (company_id, msp_id, device_id, at, kind)
     select company_id, msp_id, id, now() - make_interval(hours => k.hours), k.kind from device cross join (values
       (60, 'online'), (50, 'offline'), (49, 'online'), (20, 'overdue'), (19, 'offline'), (18, 'online')) k (hours, kind)
     where id = $1`,
    [device],
  )
  const offline = (minutes = 0): Definition => ({
    of: { kind: 'state', state: 'offline' },
    severity: 'critical',
    minutes,
  })
  const { data } = await run(offline())
  expect(data.alarms.map(({ subjectName, clearedAt }) => [subjectName, clearedAt !== null])).toEqual([
    ['Till', true],
    ['Till', true],
  ])
  expect((await run(offline(90))).data.count).toBe(0)
})

test('of many devices every n-th is tried, and the answer says so', async () => {
  await t.adminPool.query(
    `insert into device (company_id, name, type, oui, serial_number, presence)
     select $1, 'D' || n, 'printer', 'AABBCC', 'TRIAL' || n, 'online' from generate_series(1, 450) n`,
    [company.id],
  )
  const { data } = await run({ of: { kind: 'state', state: 'offline' }, severity: 'minor' })
  expect(data).toMatchObject({ devices: 450, tried: 150, count: 0 })
})

test('nobody tries a rule on the devices of another company, nor without the permission', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await write(device, 'storage_usage', [95, 96])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await run(disk(90), stranger)).data).toMatchObject({ devices: 0, count: 0 })
  const viewer = await t.person(company.id, 'user_layer')
  expect((await run(disk(90), viewer)).code).toBe('permission.denied')
  expect((await run(disk(90, { outletIds: ['999999'] }))).code).toBe('outlet.not_found')
})
