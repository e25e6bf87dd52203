import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { measure } from './alarm-fixture.ts'
import { evaluationRepo } from './evaluation/evaluation.repo.ts'
import { alarmRoutes, watchSamples } from './index.ts'

let t: TestApp
let engineer: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
})

type Input = EndpointInput<'POST /monitor/api/v1/alarm/maintenance'>
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const add = (more: Partial<Input> = {}, who = engineer) =>
  who.call('POST /monitor/api/v1/alarm/maintenance', {
    name: 'Core change',
    reason: 'New firmware',
    wholeCompany: true,
    startsAt: inHours(-1),
    endsAt: inHours(1),
    ...more,
  })
const list = async (filter: object = {}, who = engineer) =>
  (await who.call('POST /monitor/api/v1/alarm/maintenance/lists', filter)).data.items
const marked = async () =>
  (await engineer.call('POST /monitor/api/v1/alarm/lists', { sort: 'raisedAt' })).data.items.map(
    ({ deviceId, inMaintenance }) => [deviceId, inMaintenance],
  )
const waiting = async () =>
  (await engineer.call('POST /monitor/api/v1/alarm/count', {})).data.severities.reduce(
    (sum, { unacknowledged }) => sum + unacknowledged,
    0,
  )
const full = async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await measure(t, device, [['storage_usage', '/', 95]])
  return device
}

test('alarms of covered devices are recorded, but not counted, until the window ends', async () => {
  const before = await full()
  expect(await waiting()).toBe(1)
  const { data } = await add()
  const during = await full()
  expect(await marked()).toEqual([
    [before, true],
    [during, true],
  ])
  expect(await waiting()).toBe(0)
  expect((await engineer.call('POST /monitor/api/v1/alarm/lists', { maintenance: 'no' })).data.items).toEqual(
    [],
  )
  await engineer.call('POST /monitor/api/v1/alarm/maintenance/:windowId/end', { windowId: data.id })
  expect(await waiting()).toBe(2)
  expect(await list({ state: 'past' })).toMatchObject([{ id: data.id, late: true, state: 'past' }])
})

test('the sweep marks alarms as a window begins and ends by time alone', async () => {
  const device = await full()
  const { data } = await add({
    wholeCompany: false,
    deviceIds: [device],
    startsAt: inHours(1),
    endsAt: inHours(2),
  })
  const sweep = () => evaluationRepo.markMaintenance(t.scopes, 1000)
  const move = async (from: string, to: string) => {
    // As time passes: no trigger runs.
    await t.adminPool.query('alter table maintenance_window disable trigger maintenance_window_changed')
    await t.adminPool.query(
      `update maintenance_window set entered_at = now() - interval '1 day', starts_at = $2, ends_at = $3 where id = $1`,
      [data.id, from, to],
    )
    await t.adminPool.query('alter table maintenance_window enable trigger maintenance_window_changed')
  }
  await sweep()
  expect(await marked()).toEqual([[device, false]])
  await move(inHours(-1), inHours(1))
  await sweep()
  expect(await marked()).toEqual([[device, true]])
  await move(inHours(-2), inHours(-1))
  await sweep()
  expect(await marked()).toEqual([[device, false]])
})

test('a window that others enter late counts once the company itself approves it', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
  await full()
  const inside = msp.actingIn(company.id)
  const { id } = (await add({}, inside)).data
  expect(await list()).toMatchObject([
    { id, late: true, approvedAt: null, enteredByCompanyName: expect.any(String) },
  ])
  expect(await waiting()).toBe(1)
  const approve = (who = engineer) =>
    who.call('POST /monitor/api/v1/alarm/maintenance/:windowId/approve', { windowId: id })
  expect((await approve(inside)).code).toBe('alarm.maintenance_not_yours')
  expect((await approve()).code).toBe(0)
  expect(await waiting()).toBe(0)
  expect((await approve()).code).toBe('alarm.maintenance_approved')
})

test('a window that makes no sense is refused at its field', async () => {
  const wrong = async (more: Partial<Input>) => {
    const { code, data } = await add(more)
    return [code, (data as unknown as { fields?: { field: string }[] }).fields?.map(({ field }) => field)]
  }
  expect(await wrong({ endsAt: inHours(-2) })).toEqual(['request.invalid', ['endsAt']])
  expect(await wrong({ startsAt: inHours(-3), endsAt: inHours(-2) })).toEqual([
    'alarm.maintenance_over',
    ['endsAt'],
  ])
  expect(await wrong({ wholeCompany: false })).toEqual(['request.invalid', ['outletIds']])
  expect(await wrong({ wholeCompany: false, outletIds: ['999999'] })).toEqual([
    'outlet.not_found',
    ['outletIds'],
  ])
  const other = await arrangeDevice(t, (await t.company('company')).id, { type: 'switch' })
  expect(await wrong({ wholeCompany: false, deviceIds: [other] })).toEqual([
    'device.not_found',
    ['deviceIds'],
  ])
})

test('nobody sees or ends the windows of another company; what began is not deleted', async () => {
  const { data } = await add()
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await list({}, stranger)).toEqual([])
  const windowId = data.id
  const end = (who: TestPerson) =>
    who.call('POST /monitor/api/v1/alarm/maintenance/:windowId/end', { windowId })
  expect((await end(stranger)).code).toBe('alarm.maintenance_not_found')
  const remove = (id: string) =>
    engineer.call('DELETE /monitor/api/v1/alarm/maintenance/:windowId', { windowId: id })
  expect((await remove(windowId)).code).toBe('alarm.maintenance_over')
  const coming = (await add({ startsAt: inHours(1), endsAt: inHours(2) })).data.id
  expect((await list({ state: 'coming' })).map(({ id }) => id)).toEqual([coming])
  expect((await remove(coming)).code).toBe(0)
})
