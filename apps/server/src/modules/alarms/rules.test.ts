import type { EndpointInput } from '@netward/contract'
import { shippedRules } from '@netward/contract/shipped-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { batchOf, lookNow, measure } from './alarm-fixture.ts'
import { writeMetrics } from '../metrics/index.ts'
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

type Definition = EndpointInput<'POST /monitor/api/v1/alarm/rules'>['definition']
const disk = (raise: number, more: object = {}): Definition => ({
  of: { kind: 'metric', metric: 'storage_usage', compare: 'above', raise, clear: raise },
  severity: 'minor',
  ...more,
})
const rules = async (who: TestPerson = engineer) =>
  (await who.call('GET /monitor/api/v1/alarm/rules', {})).data
const active = async () =>
  (await engineer.call('POST /monitor/api/v1/alarm/lists', { sort: 'raisedAt' })).data.items.map(
    ({ rule }) => rule,
  )
const edit = (key: string, definition: Definition, enabled = true) =>
  engineer.call('PUT /monitor/api/v1/alarm/rules/:key', { key, enabled, definition })

test('every company has the shipped rules, and a row only for what it changes', async () => {
  const all = await rules()
  expect(all.map(({ key }) => key)).toEqual(shippedRules.map(({ code }) => code))
  expect(all.every(({ original, differs }) => original === null && differs.length === 0)).toBe(true)
  const { rows } = await t.adminPool.query('select from alarm_rule where company_id = $1', [company.id])
  expect(rows).toEqual([])
})

test('a changed copy says what differs, is evaluated at once, and is given up again', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  const write = (value: number) =>
    writeMetrics(t.scopes, batchOf(device, [{ at: Date.now(), values: [['storage_usage', '/', value]] }]))
  await measure(t, device, [['storage_usage', '/', 70]])
  const { data } = await edit('disk_full', disk(60))
  expect(data).toMatchObject({
    differs: ['raise', 'clear', 'severity'],
    shippedNewer: false,
    editedBy: expect.any(String),
  })
  expect(data.original?.of).toMatchObject({ raise: 90, clear: 85 })
  // The first batch after the change brings the new version.
  await write(70)
  await write(70)
  expect(await active()).toEqual(['disk_full'])
  const reset = await engineer.call('POST /monitor/api/v1/alarm/rules/:key/reset', { key: 'disk_full' })
  expect(reset.data).toMatchObject({ original: null, differs: [] })
  await write(70)
  await write(71)
  expect(await active()).toEqual([])
})

test('a rule that is switched off or deleted clears its alarms', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  const added = await engineer.call('POST /monitor/api/v1/alarm/rules', {
    name: 'Half full',
    watch: false,
    definition: disk(50),
  })
  await measure(t, device, [['storage_usage', '/', 95]])
  expect((await active()).toSorted()).toEqual([added.data.key, 'disk_full'].toSorted())
  expect((await rules()).map(({ active: n }) => n).filter((n) => n > 0)).toEqual([1, 1])
  await edit('disk_full', disk(90), false)
  await lookNow(t)
  expect(await active()).toEqual([added.data.key])
  await engineer.call('DELETE /monitor/api/v1/alarm/rules/:key', { key: added.data.key })
  await lookNow(t)
  expect(await active()).toEqual([])
  const { rows } = await t.adminPool.query('select cleared_because from alarm where device_id = $1', [device])
  expect(rows).toEqual([{ cleared_because: 'rule' }, { cleared_because: 'rule' }])
})

test('a rule applies to the types, tags and sites that it names', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Here') returning id::text`,
    [company.id],
  )
  const outletId = rows[0]!.id
  await edit('disk_full', disk(90), false)
  const definition = disk(50, { types: ['switch'], tags: ['core', 'edge'], outletIds: [outletId] })
  const { data } = await engineer.call('POST /monitor/api/v1/alarm/rules', {
    name: 'Core',
    watch: false,
    definition,
  })
  expect(data.outletNames).toEqual(['Here'])
  const place = async (type: string, tags: string[], outlet: string | null) => {
    const device = await arrangeDevice(t, company.id, { type, tags })
    await t.adminPool.query('update device set outlet_id = $2 where id = $1', [device, outlet])
    await measure(t, device, [['storage_usage', '/', 60]])
    return device
  }
  const fitting = await place('switch', ['edge'], outletId)
  await place('router', ['edge'], outletId)
  await place('switch', [], outletId)
  await place('switch', ['core'], null)
  const list = async () => (await engineer.call('POST /monitor/api/v1/alarm/lists', {})).data.items
  expect((await list()).map(({ deviceId, ruleName }) => [deviceId, ruleName])).toEqual([[fitting, 'Core']])
  // A device that loses what the rule asks for loses its alarm.
  await t.adminPool.query(`update device set tags = '{}' where id = $1`, [fitting])
  await lookNow(t)
  expect(await list()).toEqual([])
})

test('a rule that makes no sense is refused at its field', async () => {
  const add = (definition: Definition, name = 'R') =>
    engineer.call('POST /monitor/api/v1/alarm/rules', { name, definition })
  const wrong = async (definition: Definition) => {
    const { code, data } = await add(definition)
    return [code, (data as unknown as { fields?: { field: string }[] }).fields?.map(({ field }) => field)]
  }
  const cpu = { kind: 'metric', metric: 'cpu_usage', compare: 'above' } as const
  expect(await wrong({ of: { ...cpu, raise: null }, severity: 'minor' })).toEqual([
    'request.invalid',
    ['definition.of.raise'],
  ])
  expect(await wrong({ of: { ...cpu, raise: 50, clear: 60 }, severity: 'minor' })).toEqual([
    'request.invalid',
    ['definition.of.clear'],
  ])
  expect(await wrong(disk(50, { bad: 3, last: 2 }))).toEqual(['request.invalid', ['definition.bad']])
  expect(await wrong(disk(50, { outletIds: ['999999'] }))).toEqual([
    'outlet.not_found',
    ['definition.outletIds'],
  ])
  expect((await add(disk(50), 'Same')).code).toBe(0)
  expect((await add(disk(50), 'same')).code).toBe('alarm.rule_name_taken')
})

test('nobody changes the rules of another company, nor without the permission', async () => {
  const { data } = await engineer.call('POST /monitor/api/v1/alarm/rules', {
    name: 'Mine',
    definition: disk(50),
  })
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const viewer = await t.person(company.id, 'user_layer')
  const change = (who: TestPerson) =>
    who.call('PUT /monitor/api/v1/alarm/rules/:key', { key: data.key, enabled: false, definition: disk(50) })
  expect((await change(stranger)).code).toBe('alarm.rule_not_found')
  expect((await change(viewer)).code).toBe('permission.denied')
  expect((await rules(stranger)).map(({ key }) => key)).not.toContain(data.key)
  expect((await rules(viewer)).map(({ key }) => key)).toContain(data.key)
  for (const key of ['disk_full', '999999'])
    expect((await stranger.call('POST /monitor/api/v1/alarm/rules/:key/reset', { key })).code).toBe(
      key === 'disk_full' ? 0 : 'alarm.rule_not_found',
    )
})

test('a rule that only watches notes what it would raise, and begins anew once it raises', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch', name: 'Core' })
  const definition = disk(50)
  const { key } = (await engineer.call('POST /monitor/api/v1/alarm/rules', { name: 'New', definition })).data
  await measure(t, device, [['storage_usage', '/', 60]])
  expect(await active()).toEqual([])
  const find = async () => (await rules()).find((rule) => rule.key === key)
  expect(await find()).toMatchObject({ watch: true, watched: 1, active: 0 })
  const watched = async (who = engineer) =>
    (await who.call('GET /monitor/api/v1/alarm/rules/:key/watched', { key })).data
  expect(await watched()).toMatchObject([{ subjectName: 'Core', label: '/', value: 60, clearedAt: null }])
  expect(await watched(await t.person((await t.company('company')).id, 'administrator'))).toEqual([])
  await measure(t, device, [['storage_usage', '/', 10]])
  expect(await watched()).toMatchObject([{ clearedAt: expect.any(String) }])
  await measure(t, device, [['storage_usage', '/', 60]])
  expect(await find()).toMatchObject({ watched: 2 })
  await engineer.call('PUT /monitor/api/v1/alarm/rules/:key', {
    key,
    enabled: true,
    watch: false,
    definition,
  })
  await lookNow(t)
  expect(await find()).toMatchObject({ watch: false, watched: 0 })
  await measure(t, device, [['storage_usage', '/', 61]], [['storage_usage', '/', 62]])
  expect(await active()).toEqual([key])
})
