import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes } from '../alarms/index.ts'
import { computeHealth } from '../outlet-health/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { standingRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let msp: { id: string }
let admin: TestPerson
let outletId: string
let deviceId: string

beforeAll(async () => {
  t = await createTestApp((app, { secrets, scopes }) => {
    outletRoutes(app, { secrets })
    const store = openMetricStore(scopes)
    alarmRoutes(app, { scopes, store })
    standingRoutes(app, { store })
  })
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  admin = await t.person(company.id, 'administrator')
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Site' })).data.id
  deviceId = await arrangeDevice(t, company.id, { presence: 'online', software_version: '1.2' })
  await sql('update device set outlet_id = $2, first_inform_at = now() where id = $1', [deviceId, outletId])
  // Two days ago online, since yesterday offline, online again since twelve hours ago.
  for (const [kind, hours] of [
    ['online', 48],
    ['offline', 24],
    ['online', 12],
  ] as const)
    await sql(
      `insert into device_timeline (company_id, msp_id, device_id, at, kind)
       select company_id, msp_id, id, now() - make_interval(hours => $2), $3 from device where id = $1`,
      [deviceId, hours, kind],
    )
  await sql(
    `insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at, group_id)
     select company_id, id, outlet_id, 'x', '', 'x', s, now(), 1 from device, unnest(array['critical', 'warning']) s where id = $1`,
    [deviceId],
  )
})
afterAll(() => t.stop())

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

test('a device says since when it is as it is, and its availability', async () => {
  const { data } = await admin.call('GET /api/v1/standing/device/:deviceId', { deviceId, days: 7 })
  expect(data).toMatchObject({
    presence: 'online',
    alarms: { critical: 1, major: 0, minor: 0, others: 1 },
    orders: { open: 0, overdue: 0 },
    configuration: { trouble: null, applies: false },
    firmware: { version: '1.2', campaign: null },
  })
  expect(Date.now() - Date.parse(data.since!)).toBeGreaterThan(11 * 3_600_000)
  expect(data.availability.spans.map(({ state }) => state)).toEqual(['none', 'up', 'down', 'up'])
  expect(data.availability.share).toBeCloseTo(0.75, 2)
  // Nothing is measured: the part is absent, not 0.
  expect(data).not.toHaveProperty('throughput')
  expect(data).not.toHaveProperty('lines')
})

test('an outlet shows its health with its parts, and is up by its gateways where no line is measured', async () => {
  await computeHealth(t.scopes, Date.now())
  const { data } = await admin.call('GET /api/v1/standing/outlet/:outletId', { outletId, days: 1 })
  expect(data).toMatchObject({
    open: null,
    // 30 + 10 of 20 + 10 of 60.
    health: { score: 83, band: 'fair', devices: { counted: 1, online: 1 }, alarms: { critical: 1 } },
    devices: { total: 1, online: 1, offline: 0 },
    lines: { total: 0, worst: null },
  })
  expect(data.availability.share).toBeCloseTo(0.5, 1)
})

test('closed hours are drawn, and count for nothing', async () => {
  await sql(`update outlet set business_hours = 'Mo-Su 09:00-21:00' where id = $1`, [outletId])
  const { data } = await admin.call('GET /api/v1/standing/outlet/:outletId', { outletId, days: 1 })
  expect(data.availability.spans.some(({ state }) => state === 'closed')).toBe(true)
  expect(data.open).not.toBeNull()
  const device = await admin.call('GET /api/v1/standing/device/:deviceId', { deviceId, days: 1 })
  expect(device.data.availability.spans.some(({ state }) => state === 'closed')).toBe(true)
  await sql(`update outlet set business_hours = '' where id = $1`, [outletId])
})

test('maintenance of its outlet is drawn on the bar of a device, and counts for nothing', async () => {
  const bar = async () =>
    (await admin.call('GET /api/v1/standing/device/:deviceId', { deviceId, days: 7 })).data.availability
  const from = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const down = (await bar()).spans.findIndex(({ state }) => state === 'down')
  expect(down).toBeGreaterThan(0)
  const ended = (await bar()).spans[down]!.to
  await sql(
    `insert into maintenance_window (company_id, name, reason, whole_company, outlet_ids, starts_at, ends_at, lasts_s, entered_by,
       approved_at, approved_by)
     select company_id, 'x', 'x', false, array[id], $2, $3, 3600, 'x', now(), 'y' from outlet where id = $1`,
    [outletId, from(24 * 7), new Date(Math.ceil(Date.parse(ended) / 60_000) * 60_000)],
  )
  const { spans, share } = await bar()
  expect(spans.map(({ state }) => state)).toEqual(['maintenance', 'up'])
  expect(share).toBe(1)
  await sql(
    `delete from maintenance_window where company_id = (select company_id from outlet where id = $1)`,
    [outletId],
  )
})

test('parts without permission are absent, and each number is that of its list', async () => {
  const person = await t.person(company.id, 'administrator')
  await sql(
    `with r as (insert into role (company_id, name, permissions, data_scope) values
      ($1, 'Devices only', array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_OUTLET_VIEW'], 'company') returning id)
     update member_role set built_in = null, role_id = (select id from r) where member_id = (select id from member where person_id = $2)`,
    [company.id, person.personId],
  )
  const { data } = await person.call('GET /api/v1/standing/device/:deviceId', { deviceId })
  for (const part of ['alarms', 'orders', 'lines']) expect(data).not.toHaveProperty(part)
  const list = await admin.call('POST /monitor/api/v1/alarm/lists', { deviceId })
  const own = await admin.call('GET /api/v1/standing/device/:deviceId', { deviceId })
  const { critical, major, minor, others } = own.data.alarms!
  expect(critical + major + minor + others).toBe(list.data.total)
})

test('those above see it, others do not find it', async () => {
  const above = await t.person(msp.id, 'administrator')
  expect((await above.call('GET /api/v1/standing/device/:deviceId', { deviceId })).data.presence).toBe(
    'online',
  )
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await stranger.call('GET /api/v1/standing/device/:deviceId', { deviceId })).toMatchObject({
    code: 'device.not_found',
  })
  expect(await stranger.call('GET /api/v1/standing/outlet/:outletId', { outletId })).toMatchObject({
    code: 'outlet.not_found',
  })
})
