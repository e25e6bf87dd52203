import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes } from './index.ts'
import { advanceMaintenance } from './maintenance-sweep.ts'

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

type Input = EndpointInput<'POST /monitor/api/v1/alarm/maintenance'>
const hour = 3_600_000
const day = 24 * hour
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const repeat = { rule: 'FREQ=DAILY', timeZone: 'Asia/Shanghai' }
const add = (more: Partial<Input> = {}, who = engineer) =>
  who.call('POST /monitor/api/v1/alarm/maintenance', {
    name: 'Night work',
    reason: 'New firmware',
    wholeCompany: true,
    startsAt: inHours(1),
    endsAt: inHours(3),
    repeat,
    ...more,
  })
const list = async (who = engineer) =>
  (await who.call('POST /monitor/api/v1/alarm/maintenance/lists', { sort: 'startsAt' })).data.items
const fieldsOf = ({ code, data }: { code: unknown; data: unknown }) => [
  code,
  (data as { fields?: { field: string }[] }).fields?.map(({ field }) => field),
]
/** As time passes: no trigger runs. */
const move = (id: string, hours: number) =>
  t.adminPool.query(
    `update maintenance_window set entered_at = entered_at - make_interval(hours => $2),
       starts_at = starts_at - make_interval(hours => $2), ends_at = ends_at - make_interval(hours => $2),
       first_at = first_at - make_interval(hours => $2) where id = $1`,
    [id, hours],
  )
const outlet = async (name: string) =>
  (
    await t.adminPool.query<{ id: string }>(
      'insert into outlet (company_id, name) values ($1, $2) returning id::text',
      [company.id, name],
    )
  ).rows[0]!.id

test('a window that comes again goes on to its next occurrence, and leaves the one that is over behind', async () => {
  const { data } = await add()
  const first = (await list())[0]!
  expect(first).toMatchObject({ repeat, state: 'coming', late: false })
  await move(data.id, 4)
  await advanceMaintenance(t.scopes, Date.now())
  const [past, next] = await list()
  expect(past).toMatchObject({ state: 'past', repeat: null, enteredBy: first.enteredBy })
  expect(next).toMatchObject({ id: data.id, state: 'coming', repeat })
  const gap = Date.parse(next!.startsAt) - Date.parse(past!.startsAt)
  expect(gap).toBe(day)
  await advanceMaintenance(t.scopes, Date.now())
  expect(await list()).toHaveLength(2)
})

test('one occurrence is ended, or all that follow', async () => {
  const { data } = await add()
  const end = (series: boolean) =>
    engineer.call('POST /monitor/api/v1/alarm/maintenance/:windowId/end', { windowId: data.id, series })
  await move(data.id, 2)
  expect((await end(false)).code).toBe(0)
  await advanceMaintenance(t.scopes, Date.now())
  const [over, next] = await list()
  expect(over).toMatchObject({ state: 'past', endedBy: expect.any(String) })
  // Ending one early shortens no other.
  expect(Date.parse(next!.endsAt) - Date.parse(next!.startsAt)).toBe(2 * hour)
  expect(next!.endedBy).toBeNull()
  await move(data.id, 24)
  expect((await end(true)).code).toBe(0)
  await advanceMaintenance(t.scopes, Date.now())
  expect((await list()).every(({ state, repeat: again }) => state === 'past' && again === null)).toBe(true)
})

test('a server that was off for a while goes on with the occurrence that is now', async () => {
  const { data } = await add()
  await move(data.id, 10 * 24 + 2)
  await advanceMaintenance(t.scopes, Date.now())
  expect((await list()).find(({ id }) => id === data.id)).toMatchObject({ state: 'now' })
})

test('the drawer shows the next five, and the calendar all of 14 days', async () => {
  const preview = await engineer.call('POST /monitor/api/v1/alarm/maintenance/preview', {
    startsAt: '2026-10-24T20:00:00Z',
    endsAt: '2026-10-24T22:00:00Z',
    repeat: { rule: 'FREQ=WEEKLY;BYDAY=SA', timeZone: 'Europe/Berlin' },
  })
  expect(preview.data.map(({ startsAt }) => startsAt)).toEqual([
    '2026-10-24T20:00:00.000Z',
    '2026-10-31T21:00:00.000Z',
    '2026-11-07T21:00:00.000Z',
    '2026-11-14T21:00:00.000Z',
    '2026-11-21T21:00:00.000Z',
  ])
  await add()
  await add({ name: 'Once', repeat: null, startsAt: inHours(48), endsAt: inHours(50) })
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/maintenance/calendar', {})
  expect(data.filter(({ name }) => name === 'Night work')).toHaveLength(14)
  expect(data.filter(({ name }) => name === 'Once')).toHaveLength(1)
})

test('what makes no sense is refused at its field', async () => {
  expect(fieldsOf(await add({ repeat: { ...repeat, rule: 'FREQ=SECONDLY' } }))).toEqual([
    'request.invalid',
    ['repeat.rule'],
  ])
  expect(fieldsOf(await add({ repeat: { ...repeat, timeZone: 'Mars/Olympus' } }))).toEqual([
    'request.invalid',
    ['repeat.timeZone'],
  ])
  expect(fieldsOf(await add({ endsAt: inHours(26) }))).toEqual(['alarm.maintenance_overlaps', ['endsAt']])
  expect(fieldsOf(await add({ repeat: null, endsAt: inHours(24 * 40) }))).toEqual([
    'request.invalid',
    ['endsAt'],
  ])
  expect(fieldsOf(await add({ name: 'x'.repeat(101) }))).toEqual(['request.invalid', ['name']])
  expect(fieldsOf(await add({ reason: 'x'.repeat(501) }))).toEqual(['request.invalid', ['reason']])
})

test('work that others begin now is not late; only the company itself approves, by the database too', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  const inside = msp.actingIn(company.id)
  await add({ repeat: null, startsAt: null }, inside)
  engineer = await t.person(company.id, 'engineer')
  expect(await list()).toMatchObject([{ late: false, state: 'now' }])
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from maintenance_window where company_id = $1',
    [company.id],
  )
  const approving = async (home: string) => {
    const client = await t.adminPool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('netward.home_id', $1, true)`, [home])
      await client.query(
        `update maintenance_window set approved_at = now(), approved_by = 'x' where id = $1`,
        [rows[0]!.id],
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  await expect(approving(msp.companyId)).rejects.toMatchObject({ message: 'alarm.maintenance_not_yours' })
  await approving(company.id)
})

test('who sees a part of the company sees and ends the work on that part alone', async () => {
  const [here, there] = [await outlet('Here'), await outlet('There')]
  const person = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, 'Here', array['DMS_SERVER_ALARM', 'DMS_SERVER_ALARM_EDIT', 'DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_OUTLET_VIEW'],
         'outlets', array[$2::bigint]) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $3)`,
    [company.id, here, person.personId],
  )
  const once = { repeat: null, wholeCompany: false, startsAt: null, endsAt: inHours(1) }
  await add({ ...once, name: 'Here', outletIds: [here] })
  await add({ ...once, name: 'There', outletIds: [there] })
  await add({ ...once, name: 'Both', outletIds: [here, there] })
  await add({ ...once, name: 'All', wholeCompany: true })
  expect((await list(person)).map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'All',
    'Both',
    'Here',
  ])
  expect(fieldsOf(await add({ ...once, outletIds: [there] }, person))).toEqual([
    'outlet.not_found',
    ['outletIds'],
  ])
  expect(fieldsOf(await add({ ...once, wholeCompany: true }, person))).toEqual([
    'permission.denied',
    ['wholeCompany'],
  ])
  const end = async (name: string) => {
    const windowId = (await list()).find((one) => one.name === name)!.id
    return (await person.call('POST /monitor/api/v1/alarm/maintenance/:windowId/end', { windowId })).code
  }
  expect(await Promise.all(['Both', 'All', 'There', 'Here'].map(end))).toEqual([
    'alarm.maintenance_not_found',
    'alarm.maintenance_not_found',
    'alarm.maintenance_not_found',
    0,
  ])
})

test('a device and a site say which work covers them', async () => {
  const here = await outlet('Here')
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [device, here])
  await add({ name: 'Site', wholeCompany: false, outletIds: [here], repeat: null, startsAt: null })
  await add({ name: 'Tomorrow', wholeCompany: false, deviceIds: [device], repeat: null })
  await add({ name: 'Later', repeat: null, startsAt: inHours(30), endsAt: inHours(31) })
  const covering = async (place: object, who = engineer) =>
    (await who.call('GET /monitor/api/v1/alarm/maintenance/covering', place)).data.map(({ name, state }) => [
      name,
      state,
    ])
  expect(await covering({ deviceId: device })).toEqual([
    ['Site', 'now'],
    ['Tomorrow', 'coming'],
  ])
  expect(await covering({ outletId: here })).toEqual([['Site', 'now']])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await covering({ deviceId: device }, stranger)).toEqual([])
  const pick = async (search: string, who = engineer) =>
    (await who.call('GET /monitor/api/v1/alarm/maintenance/devices', { search })).data.map(({ id }) => id)
  expect(await pick('device')).toEqual([device])
  expect(await pick('nothing')).toEqual([])
  expect(await pick('', stranger)).toEqual([])
})
