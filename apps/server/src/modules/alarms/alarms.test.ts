import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { batchOf, lookNow, measure, minute } from './alarm-fixture.ts'
import { Intake } from '../../platform/metrics/intake/write-batch.ts'
import { saveParts, writeMetrics } from '../metrics/index.ts'
import { AlarmWatcher } from './evaluation/watcher.ts'
import { alarmRoutes, watchSamples } from './index.ts'

let t: TestApp
let msp: TestPerson
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
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
})

const add = (more: object = {}) => arrangeDevice(t, company.id, { type: 'switch', ...more })
const alarms = async (who: TestPerson = engineer, filter: object = {}) =>
  (await who.call('POST /monitor/api/v1/alarm/lists', filter)).data.items
const events = async (deviceId: string) =>
  (
    await t.adminPool.query<{ kind: string }>(
      'select kind from alarm_event where device_id = $1 order by tx, id',
      [deviceId],
    )
  ).rows.map(({ kind }) => kind)
const present = (id: string, presence: string) =>
  t.adminPool.query('update device set presence = $2 where id = $1', [id, presence])

test('a full disk is raised with its first sample, once, and cleared below the clear value', async () => {
  const device = await add({ name: 'Core' })
  await measure(t, device, [['storage_usage', '/data', 80]], [['storage_usage', '/data', 95]])
  const [alarm] = await alarms()
  expect(alarm).toMatchObject({
    rule: 'disk_full',
    severity: 'major',
    subjectName: 'Core',
    instance: '/data',
    value: 95,
    threshold: 90,
    unit: '%',
    state: 'active',
  })
  await writeMetrics(
    t.scopes,
    batchOf(device, [{ at: Date.now(), values: [['storage_usage', '/data', 87]] }]),
  )
  expect(await alarms()).toHaveLength(1)
  await writeMetrics(
    t.scopes,
    batchOf(device, [{ at: Date.now() + 1000, values: [['storage_usage', '/data', 70]] }]),
  )
  expect(await alarms()).toEqual([])
  expect((await alarms(engineer, { state: 'cleared' }))[0]).toMatchObject({ clearedBecause: 'recovered' })
  const { rows } = await t.adminPool.query('select from alarm_state where device_id = $1', [device])
  expect(rows).toHaveLength(1)
})

test('a processor is averaged over ten minutes; values that are not bad leave no row', async () => {
  const device = await add()
  const cpu = (a: number, b: number) => [['cpu_usage', '1', a] as const, ['cpu_usage', '2', b] as const]
  await measure(t, device, [...cpu(10, 20)], [...cpu(80, 99)])
  expect((await t.adminPool.query('select from alarm_state where device_id = $1', [device])).rows).toEqual([])
  await measure(t, await add(), [...cpu(100, 90)], [...cpu(100, 90)])
  expect(await alarms()).toEqual([])
  await measure(t, await add(), [...cpu(100, 90)], [...cpu(99, 90)], [...cpu(98, 90)])
  expect((await alarms()).map(({ rule, instance, value }) => [rule, instance, value])).toEqual([
    ['cpu_high', '', 94],
  ])
})

test('errors count as a rate, and a counter that begins anew is no burst', async () => {
  const device = await add()
  const errors = (n: number) => [['interface_in_errors', 'ge1', String(n)] as const]
  await measure(t, device, [...errors(5_000_000)], [...errors(0)], [...errors(100)])
  expect(await alarms()).toEqual([])
  const noisy = await add()
  await measure(t, noisy, [...errors(0)], [...errors(900)], [...errors(1800)])
  expect((await alarms()).map(({ rule, value }) => [rule, value])).toEqual([['interface_in_errors', 3]])
})

test('a temperature is compared with the limit that the device gives, others with none', async () => {
  const device = await add()
  await saveParts(
    t.scopes,
    device,
    ['sensor'],
    [
      { subject: 'sensor', instance: 'psu', label: 'Power supply', high: 60 },
      { subject: 'sensor', instance: 'fan', label: 'Fan' },
    ],
  )
  const hot = [['temperature', 'psu', 61] as const, ['temperature', 'fan', 200] as const]
  await measure(t, device, [...hot], [...hot])
  expect((await alarms()).map(({ label, threshold }) => [label, threshold])).toEqual([['Power supply', 60]])
})

test('memory is compared with the limit of its own pool, and others, where no limit is known, with none', async () => {
  const device = await add()
  await saveParts(
    t.scopes,
    device,
    ['sensor', 'memory'],
    [
      // The limit of a sensor of the same name is not that of the memory.
      { subject: 'sensor', instance: 'Slot 1', label: 'Slot 1', high: 60 },
      { subject: 'memory', instance: 'Slot 1', label: 'Slot 1', high: 95 },
      { subject: 'memory', instance: 'Slot 2', label: 'Slot 2' },
    ],
  )
  const used = (first: number) => [
    ['memory_usage', 'Slot 1', first] as const,
    ['memory_usage', 'Slot 2', 99] as const,
  ]
  await measure(t, device, [...used(94)], [...used(94)], [...used(94)])
  expect(await alarms()).toEqual([])
  const full = await add()
  await saveParts(
    t.scopes,
    full,
    ['memory'],
    [{ subject: 'memory', instance: 'Slot 1', label: 'Slot 1', high: 95 }],
  )
  await measure(t, full, [...used(96)], [...used(96)], [...used(97)])
  expect((await alarms()).map(({ rule, label, threshold }) => [rule, label, threshold])).toEqual([
    ['memory_high', 'Slot 1', 95],
  ])
})

test('a port is watched where it has a neighbour, and stays so after it lost it', async () => {
  const device = await add()
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, state, neighbour)
     values ($1, $2, 'up', 1, 'up', '{"name": "core"}'), ($1, $2, 'desk', 2, 'up', null)`,
    [company.id, device],
  )
  const ports = (state: number) => [
    ['interface_oper_state', 'up', state] as const,
    ['interface_oper_state', 'desk', state] as const,
  ]
  await measure(t, device, [...ports(1)], [...ports(2)])
  await t.adminPool.query('update device_interface set neighbour = null where device_id = $1', [device])
  expect((await alarms()).map(({ rule, instance }) => [rule, instance])).toEqual([['port_down', 'up']])
  await writeMetrics(t.scopes, batchOf(device, [{ at: Date.now(), values: [...ports(1)] }]))
  expect(await alarms()).toEqual([])
})

test('a port to an AP is watched, also where the AP announces itself to no neighbour', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [company.id],
  )
  const outletId = rows[0]!.id
  const [device, ap] = [
    await add({ outlet_id: outletId }),
    await add({ type: 'wireless_ap', outlet_id: outletId }),
  ]
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, state) values ($1, $2, 'desk', 1, 'up'), ($1, $2, 'hall', 2, 'up')`,
    [company.id, device],
  )
  const link = { a: { node: `d${ap}`, port: '' }, b: { node: `d${device}`, port: 'hall' } }
  await t.adminPool.query(
    `insert into topology (company_id, outlet_id, content, devices, links, strangers, pending)
    values ($1, $2, $3, 2, 1, 0, false)`,
    [company.id, outletId, JSON.stringify({ links: [link] })],
  )
  const ports = (state: number) => [
    ['interface_oper_state', 'desk', state] as const,
    ['interface_oper_state', 'hall', state] as const,
  ]
  await measure(t, device, [...ports(1)], [...ports(2)])
  expect((await alarms()).map(({ rule, instance }) => [rule, instance])).toEqual([['port_down', 'hall']])
})

test('a port that somebody marked as important is watched, until the mark is removed', async () => {
  const device = await add()
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, state) values ($1, $2, 'desk', 1, 'up'), ($1, $2, 'till', 2, 'up')`,
    [company.id, device],
  )
  const ports = (state: number) => [
    ['interface_oper_state', 'desk', state] as const,
    ['interface_oper_state', 'till', state] as const,
  ]
  await measure(t, device, [...ports(1)])
  await t.adminPool.query(`insert into device_port_mark values ($1, $2, 'till')`, [company.id, device])
  await measure(t, device, [...ports(1)], [...ports(2)])
  expect((await alarms()).map(({ rule, instance }) => [rule, instance])).toEqual([['port_down', 'till']])
  await measure(t, device, [...ports(1)])
  await t.adminPool.query(`delete from device_port_mark where device_id = $1`, [device])
  await measure(t, device, [...ports(1)], [...ports(2)])
  expect(await alarms()).toEqual([])
})

test('a repeated batch and late samples raise nothing', async () => {
  const device = await add()
  const full = batchOf(device, [{ at: Date.now() - 1000, values: [['storage_usage', '/', 99]] }])
  await writeMetrics(t.scopes, full)
  await writeMetrics(t.scopes, full)
  await writeMetrics(
    t.scopes,
    batchOf(device, [{ at: Date.now() - 30 * minute, values: [['storage_usage', '/', 1]] }]),
  )
  const late = await add()
  await writeMetrics(
    t.scopes,
    batchOf(late, [{ at: Date.now() - 60 * minute, values: [['storage_usage', '/', 99]] }]),
  )
  expect(await events(device)).toEqual(['raised'])
  expect(await events(late)).toEqual([])
})

test('two processes that write at once raise once, and each clears what the other raised', async () => {
  const other = new Intake(t.scopes)
  other.watchWith(new AlarmWatcher(t.scopes))
  const device = await add()
  const at = Date.now() - 20_000
  const disk = (value: number, after: number) =>
    batchOf(device, [{ at: at + after, values: [['storage_usage', '/', value]] }])
  await Promise.all([writeMetrics(t.scopes, disk(10, 0)), other.write(disk(10, 1))])
  await Promise.all([writeMetrics(t.scopes, disk(99, 1000)), other.write(disk(99, 1001))])
  expect(await events(device)).toEqual(['raised'])
  await other.write(disk(10, 2000))
  await writeMetrics(t.scopes, disk(99, 3000))
  await other.write(disk(99, 4000))
  expect(await events(device)).toEqual(['raised', 'cleared', 'raised'])
})

test('a batch that is not committed leaves nothing, and its repeat raises', async () => {
  const device = await add()
  await measure(t, device, [['storage_usage', '/', 10]])
  const full = batchOf(device, [{ at: Date.now(), values: [['storage_usage', '/', 99]] }])
  await t.adminPool.query(
    `create function refuse_alarm() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger refuse_alarm before insert on alarm for each row execute function refuse_alarm()`,
  )
  await expect(writeMetrics(t.scopes, full)).rejects.toThrow('killed')
  await t.adminPool.query('drop trigger refuse_alarm on alarm; drop function refuse_alarm()')
  expect(await writeMetrics(t.scopes, full)).toMatchObject({ repeated: false, written: 1 })
  expect(await events(device)).toEqual(['raised'])
})

test('a gateway that goes offline raises, and clears when it is back', async () => {
  const gateway = await arrangeDevice(t, company.id, { presence: 'online', name: 'Till' })
  await present(gateway, 'offline')
  await lookNow(t)
  expect(await alarms()).toMatchObject([
    { rule: 'gateway_offline', severity: 'critical', subjectName: 'Till', value: null },
  ])
  await lookNow(t)
  await present(gateway, 'overdue')
  await present(gateway, 'online')
  await lookNow(t)
  expect(await events(gateway)).toEqual(['raised', 'cleared'])
})

test('SNMP that is silent raises after fifteen minutes', async () => {
  const [young, old] = [await add({ presence: 'online' }), await add({ presence: 'online' })]
  await t.adminPool.query(`update device set polling = 'snmp_silent' where id = any ($1)`, [[young, old]])
  await t.adminPool.query(
    `update alarm_subject set state_at = now() - interval '16 minutes' where device_id = $1`,
    [old],
  )
  await lookNow(t)
  expect(await alarms()).toMatchObject([{ rule: 'snmp_silent', severity: 'minor', deviceId: old }])
  const { rows } = await t.adminPool.query<{ minutes: number }>(
    `select round(extract(epoch from due_at - state_at) / 60)::int as minutes from alarm_subject where subject_id = $1`,
    [young],
  )
  expect(rows).toEqual([{ minutes: 15 }])
})

test('a shop that is closed has no offline devices; half an hour after opening it has', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, business_hours, time_zone) values ($1, 'Shop', $2, 'UTC') returning id::text`,
    [company.id, `2020-01-01/2099-12-31 off`],
  )
  const device = await add({ presence: 'online' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [device, rows[0]!.id])
  await present(device, 'offline')
  await lookNow(t)
  expect(await alarms()).toEqual([])
  await t.adminPool.query(`update outlet set business_hours = '24/7' where id = $1`, [rows[0]!.id])
  await t.adminPool.query('update alarm_subject set due_at = now() where device_id = $1', [device])
  await lookNow(t)
  expect(await alarms()).toMatchObject([{ rule: 'device_offline', outletName: 'Shop' }])
})

test('a device that is measured no more: the alarm stays and says since when', async () => {
  const device = await add()
  await measure(t, device, [['storage_usage', '/', 99]])
  await t.adminPool.query('update alarm_subject set due_at = now() where device_id = $1', [device])
  const { rows } = await t.adminPool.query<{ at: string }>(
    `update metric_recent set at = at - 3600000 where device_id = $1 returning at`,
    [device],
  )
  expect(rows).toHaveLength(1)
  await lookNow(t)
  expect((await alarms())[0]).toMatchObject({ state: 'active', noDataSince: expect.any(String) })
  await writeMetrics(
    t.scopes,
    batchOf(device, [{ at: Date.now() + 1000, values: [['storage_usage', '/', 98]] }]),
  )
  expect((await alarms())[0]).toMatchObject({ state: 'active', noDataSince: null })
  expect(await events(device)).toEqual(['raised', 'no_data', 'data_again'])
})

test('people acknowledge, mute, comment, assign and set the severity; the timeline says who', async () => {
  const device = await add({ name: 'Core' })
  await measure(t, device, [['storage_usage', '/', 99]])
  const id = (await alarms())[0]!.id
  const act = (who: TestPerson, one: object) =>
    who.call('POST /monitor/api/v1/alarm/batch/act', { alarmIds: [id], act: one as never })
  expect((await act(engineer, { kind: 'acknowledge', comment: 'On my way' })).data).toEqual({
    accepted: 1,
    failed: [],
  })
  await act(engineer, { kind: 'mute', muted: true })
  await act(engineer, { kind: 'mute', muted: true })
  await act(engineer, { kind: 'assign', to: 'me' })
  // From above, inside the company that the alarm belongs to.
  expect((await act(msp, { kind: 'severity', severity: 'critical' })).code).toBe(0)
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: id })
  expect(data).toMatchObject({
    severity: 'critical',
    severityByHand: true,
    muted: true,
    assigneeId: engineer.personId,
  })
  expect(Date.parse(data.acknowledgedUntil!) - Date.parse(data.acknowledgedAt!)).toBe(24 * 60 * minute)
  expect(data.timeline.map(({ kind }) => kind)).toEqual([
    'severity_set',
    'assigned',
    'muted',
    'acknowledged',
    'raised',
  ])
  expect(data.timeline[0]!.actorCompanyName).toMatch(/^Company/)
  expect(data.timeline[3]).toMatchObject({ comment: 'On my way', actorCompanyName: null })
  expect(data.timeline[4]).toMatchObject({ actorName: null, value: 99 })
  const { data: count } = await engineer.call('POST /monitor/api/v1/alarm/count', {})
  expect(count.severities[0]).toEqual({ severity: 'critical', count: 1, unacknowledged: 0 })
  const viewer = await t.person(company.id, 'user_layer')
  expect((await act(viewer, { kind: 'unacknowledge' })).code).toBe('permission.denied')
})

test('a batch names what it could not act on: cleared alarms, those of others, unknown ones', async () => {
  const device = await add()
  await measure(t, device, [['storage_usage', '/', 99]], [['storage_usage', '/', 9]])
  const cleared = (await alarms(engineer, { state: 'cleared' }))[0]!.id
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const act = (who: TestPerson, kind: object) =>
    who.call('POST /monitor/api/v1/alarm/batch/act', { alarmIds: [cleared], act: kind as never })
  const refused = await act(engineer, { kind: 'acknowledge' })
  expect(refused.code).toBe(50002)
  expect(refused.data.failed).toMatchObject([{ id: cleared, reason: 'The alarm is cleared' }])
  expect((await act(engineer, { kind: 'comment', comment: 'Was the backup' })).code).toBe(0)
  expect((await act(stranger, { kind: 'comment', comment: 'x' })).code).toBe(50002)
  expect(await alarms(stranger, { state: 'cleared' })).toEqual([])
  expect((await stranger.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: cleared })).code).toBe(
    'alarm.not_found',
  )
})

test('an acknowledgement ends after 24 hours', async () => {
  const device = await add()
  await measure(t, device, [['storage_usage', '/', 99]])
  const { id } = (await alarms())[0]!
  await engineer.call('POST /monitor/api/v1/alarm/batch/act', {
    alarmIds: [id],
    act: { kind: 'acknowledge' },
  })
  await t.adminPool.query('update alarm set acknowledged_until = now() where id = $1', [id])
  await t.scopes.asLoginRole('select alarm_end_acknowledgements(10)')
  expect((await alarms())[0]!.acknowledgedAt).toBe(null)
  expect(await events(device)).toEqual(['raised', 'acknowledged', 'acknowledgement_ended'])
})

test('from above alarms of all customers are seen; without consent no value and no comment', async () => {
  const device = await add()
  await measure(t, device, [['storage_usage', '/', 99]])
  const { id } = (await alarms())[0]!
  await engineer.call('POST /monitor/api/v1/alarm/batch/act', {
    alarmIds: [id],
    act: { kind: 'comment', comment: 'Ours' },
  })
  const seen = async () => (await msp.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: id })).data
  expect(await alarms(msp)).toMatchObject([{ id, value: 99, companyId: company.id }])
  expect((await seen()).timeline[0]!.comment).toBe('Ours')
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [company.id])
  expect(await alarms(msp)).toMatchObject([{ id, value: null }])
  expect((await seen()).timeline[0]!.comment).toBe(null)
  expect((await alarms())[0]!.value).toBe(99)
})

test('lists are filtered and sorted by the server, and exported', async () => {
  const core = await add({ name: 'Core' })
  await measure(t, core, [
    ['storage_usage', '/', 99],
    ['supply_level', 'Black', 3],
  ])
  const names = async (filter: object) => (await alarms(engineer, filter)).map(({ rule }) => rule)
  expect(await names({ sort: '-severity' })).toEqual(['disk_full', 'supply_low'])
  expect(await names({ sort: 'severity' })).toEqual(['supply_low', 'disk_full'])
  expect(await names({ severity: ['warning'] })).toEqual(['supply_low'])
  expect(await names({ search: 'storage' })).toEqual(['disk_full'])
  expect(await names({ search: 'black' })).toEqual(['supply_low'])
  expect(await names({ search: 'core', rule: ['disk_full'] })).toEqual(['disk_full'])
  expect(await names({ deviceId: '999999' })).toEqual([])
  expect(await names({ acknowledged: 'yes' })).toEqual([])
  expect(await names({ assignee: 'me' })).toEqual([])
  expect(await names({ to: new Date(Date.now() - 60 * minute).toISOString() })).toEqual([])
  const { body } = await t.raw({
    method: 'POST',
    url: '/monitor/api/v1/alarm/export',
    headers: { authorization: `Bearer ${engineer.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ sort: '-severity' }),
  })
  expect(body.split('\r\n')[1]).toContain('Storage almost full')
})
