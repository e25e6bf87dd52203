import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { takeFacts } from './evaluation/facts.ts'
import { alarmRoutes } from './index.ts'

let t: TestApp
let companyId: string
let chief: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  companyId = (await t.company('company')).id
  chief = await t.person(companyId, 'administrator')
})

const alarms = async (state: 'active' | 'cleared' = 'active') =>
  (await chief.call('POST /monitor/api/v1/alarm/lists', { state, sort: 'raisedAt' })).data.items
const use = (used: number) =>
  t.adminPool.query(
    `insert into entitlement (company_id, kind, used, granted) values ($1, 'outlets', $2, 10)
     on conflict (company_id, kind) do update set used = excluded.used, granted = excluded.granted`,
    [companyId, used],
  )

test('a quota raises at 80 % and once it is used up, by its name, and clears', async () => {
  await use(7)
  await takeFacts(t.scopes, 100)
  expect(await alarms()).toEqual([])
  await use(8)
  await Promise.all([takeFacts(t.scopes, 100), takeFacts(t.scopes, 100)])
  await takeFacts(t.scopes, 100)
  const [raised, ...more] = await alarms()
  expect(more).toEqual([])
  expect(raised).toMatchObject({
    rule: 'quota_nearly_used',
    severity: 'warning',
    deviceId: null,
    lineId: null,
    instance: 'outlets',
    label: '网点',
    value: 80,
    threshold: 80,
  })
  expect(raised!.subjectName).toBe(raised!.companyName)
  await use(10)
  await takeFacts(t.scopes, 100)
  expect((await alarms()).map(({ rule }) => rule)).toEqual(['quota_used'])
  await use(1)
  await takeFacts(t.scopes, 100)
  expect(await alarms()).toEqual([])
  expect((await alarms('cleared')).map(({ clearedBecause }) => clearedBecause)).toEqual([
    'recovered',
    'recovered',
  ])
})

test('a gateway that differs from its templates, as the copy of the rule says', async () => {
  const gateway = await arrangeDevice(t, companyId, { name: 'Till', type: 'smart_cpe' })
  const drift = (state: string) =>
    t.adminPool.query(
      `insert into provision_state (device_id, company_id, state) values ($1, $2, $3)
       on conflict (company_id, device_id) do update set state = excluded.state`,
      [gateway, companyId, state],
    )
  await drift('drifted')
  await takeFacts(t.scopes, 100)
  expect(await alarms()).toMatchObject([
    { rule: 'configuration_drift', deviceId: gateway, subjectName: 'Till', severity: 'warning' },
  ])
  const rules = (await chief.call('GET /monitor/api/v1/alarm/rules', {})).data
  const { definition } = rules.find(({ key }) => key === 'configuration_drift')!
  const edit = (enabled: boolean, changed: object = {}) =>
    chief.call('PUT /monitor/api/v1/alarm/rules/:key', {
      key: 'configuration_drift',
      enabled,
      definition: { ...definition, severity: 'major' as const, ...changed },
    })
  expect((await edit(false)).code).toBe(0)
  await takeFacts(t.scopes, 100)
  expect(await alarms('cleared')).toMatchObject([{ clearedBecause: 'rule' }])
  await edit(true)
  await takeFacts(t.scopes, 100)
  expect(await alarms()).toMatchObject([{ severity: 'major' }])
  expect((await edit(true, { of: { kind: 'state', state: 'offline' } })).code).toBe('alarm.rule_of_fact')
  const own = await chief.call('POST /monitor/api/v1/alarm/rules', { name: 'Own', definition })
  expect(own.code).toBe('alarm.rule_of_fact')
  await drift('applied')
  await takeFacts(t.scopes, 100)
  expect(await alarms()).toEqual([])
})

test('people of one outlet see no alarm of the company itself', async () => {
  const narrow = await t.person(companyId, 'engineer')
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id),
       r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
         select $1, 'part', array['DMS_SERVER_ALARM'], 'outlets', array[id] from o returning id),
       m as (select id from member where company_id = $1 and person_id = $2),
       before as (delete from member_role where member_id in (select id from m))
     insert into member_role (company_id, member_id, role_id) select $1, m.id, r.id from m, r`,
    [companyId, narrow.personId],
  )
  await use(10)
  await takeFacts(t.scopes, 100)
  expect((await narrow.call('POST /monitor/api/v1/alarm/lists', {})).data.items).toEqual([])
  expect(await alarms()).toHaveLength(1)
})
