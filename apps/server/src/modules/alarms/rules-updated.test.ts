import { shippedRules } from '@netward/contract/shipped-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { lookNow, measure } from './alarm-fixture.ts'
import { evaluationRepo } from './evaluation/evaluation.repo.ts'
import { takeFacts } from './evaluation/facts.ts'
import { noteShippedRules } from './evaluation/shipped.ts'
import { alarmRoutes, watchSamples } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson
let version = 1

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
  version = 1
  await t.adminPool.query('delete from shipped_rule')
})

/** The last release had this definition of a rule, and its other rules as they are; null: not this rule. */
async function updateOf(code: string, changed: object | null): Promise<void> {
  version += 1
  await noteShippedRules(
    t.scopes,
    shippedRules.flatMap((rule) =>
      rule.code !== code
        ? [rule]
        : changed
          ? [{ ...rule, definition: { ...rule.definition, ...changed } }]
          : [],
    ),
  )
  await noteShippedRules(
    t.scopes,
    shippedRules.map((rule) => (rule.code === code ? { ...rule, version } : rule)),
  )
}

const diskOf = (raise: number) => ({
  of: {
    kind: 'metric',
    metric: 'storage_usage',
    parts: 'each',
    ports: 'all',
    compare: 'above',
    raise,
    clear: raise,
  },
})
const ruleOf = async (key: string, who = engineer) =>
  (await who.call('GET /monitor/api/v1/alarm/rules', {})).data.find((rule) => rule.key === key)!
const active = async (who = engineer) =>
  (await who.call('POST /monitor/api/v1/alarm/lists', { sort: 'raisedAt' })).data.items.map(
    ({ rule, severity }) => [rule, severity],
  )
const confirm = (key: string, who = engineer) =>
  who.call('POST /monitor/api/v1/alarm/rules/:key/confirm', { key })
const isWatching = async (who = engineer) => (await ruleOf('disk_full', who)).updated !== null
const weekLater = () =>
  t.adminPool.query(`update shipped_rule set since = since - interval '7 days 1 minute'`)

test('the first installation, a repeated start and an older release make nothing watch', async () => {
  await noteShippedRules(t.scopes)
  await noteShippedRules(t.scopes)
  await noteShippedRules(t.scopes, [{ ...shippedRules[0], version: 0 }])
  const rules = (await engineer.call('GET /monitor/api/v1/alarm/rules', {})).data
  expect(rules.every(({ updated }) => updated === null)).toBe(true)
})

test('a changed rule watches for 7 days and raises as before meanwhile; its alarms go on', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await updateOf('disk_full', diskOf(60))
  expect(await ruleOf('disk_full')).toMatchObject({
    updated: { before: { of: { raise: 60 } }, everywhere: false },
    definition: { of: { raise: 90 } },
    watch: false,
    watched: 0,
    original: null,
  })
  await measure(t, device, [
    ['storage_usage', '/a', 70],
    ['storage_usage', '/b', 95],
  ])
  expect(await active()).toEqual([
    ['disk_full', 'major'],
    ['disk_full', 'major'],
  ])
  const would = await engineer.call('GET /monitor/api/v1/alarm/rules/:key/watched', { key: 'disk_full' })
  expect(would.data).toMatchObject([{ deviceId: device, label: '/b', value: 95, clearedAt: null }])
  expect(await ruleOf('disk_full')).toMatchObject({ watched: 1 })
  await evaluationRepo.endWatching(t.scopes)
  expect(await isWatching()).toBe(true)
  await weekLater()
  await evaluationRepo.endWatching(t.scopes)
  expect(await ruleOf('disk_full')).toMatchObject({ updated: null, watched: 0 })
  await lookNow(t)
  await measure(t, device, [
    ['storage_usage', '/a', 70],
    ['storage_usage', '/b', 95],
  ])
  await measure(t, device, [
    ['storage_usage', '/a', 70.5],
    ['storage_usage', '/b', 95],
  ])
  expect(await active()).toHaveLength(1)
  const { rows } = await t.adminPool.query(
    'select state, count(*)::int as n from alarm where device_id = $1 group by 1 order by 1',
    [device],
  )
  expect(rows).toEqual([
    { state: 'active', n: 1 },
    { state: 'cleared', n: 1 },
  ])
})

test('a second update goes on as the company last had it, and watches anew', async () => {
  await updateOf('disk_full', diskOf(60))
  await confirm('disk_full')
  version += 1
  await noteShippedRules(
    t.scopes,
    shippedRules.map((rule) =>
      rule.code === 'disk_full'
        ? { ...rule, version, definition: { ...rule.definition, ...diskOf(95) } }
        : rule,
    ),
  )
  expect(await ruleOf('disk_full')).toMatchObject({ updated: { before: { of: { raise: 60 } } } })
})

test('a company confirms for itself, the platform for every company, and only who may change rules', async () => {
  const other = await t.person((await t.company('company')).id, 'engineer')
  await updateOf('disk_full', diskOf(60))
  const reader = await t.person(company.id, 'user_layer')
  expect((await confirm('disk_full', reader)).code).toBe('permission.denied')
  expect((await confirm('nothing')).code).toBe('alarm.rule_not_found')
  expect((await confirm('disk_full')).data).toMatchObject({ updated: null })
  expect(await isWatching()).toBe(false)
  expect(await isWatching(other)).toBe(true)
  expect(await ruleOf('disk_full', t.operator)).toMatchObject({ updated: { everywhere: true } })
  expect((await confirm('disk_full', t.operator)).data).toMatchObject({ updated: null })
  expect(await isWatching(other)).toBe(false)
})

test('a rule that an update brings raises nothing until it is confirmed; a copy of the company goes on', async () => {
  const device = await arrangeDevice(t, company.id, { type: 'switch' })
  await updateOf('disk_full', null)
  expect(await ruleOf('disk_full')).toMatchObject({ updated: { before: null } })
  await measure(t, device, [['storage_usage', '/', 95]])
  expect(await active()).toEqual([])
  expect(await ruleOf('disk_full')).toMatchObject({ watched: 1 })
  await confirm('disk_full')
  await lookNow(t)
  await measure(t, device, [['storage_usage', '/', 95]])
  expect(await active()).toEqual([['disk_full', 'major']])
  const { definition } = await ruleOf('disk_full')
  await engineer.call('PUT /monitor/api/v1/alarm/rules/:key', {
    key: 'disk_full',
    enabled: true,
    definition: { ...definition, severity: 'minor' },
  })
  version += 1
  await updateOf('disk_full', null)
  expect(await ruleOf('disk_full')).toMatchObject({
    updated: null,
    shippedNewer: false,
    definition: { severity: 'minor' },
  })
})

test('a fact that watches is noted, and raised with the severity of before', async () => {
  const chief = await t.person(company.id, 'administrator')
  const use = (used: number) =>
    t.adminPool.query(
      `insert into entitlement (company_id, kind, used, granted) values ($1, 'outlets', $2, 10)
       on conflict (company_id, kind) do update set used = excluded.used, granted = excluded.granted`,
      [company.id, used],
    )
  await updateOf('quota_used', { severity: 'minor' })
  await use(10)
  await takeFacts(t.scopes, 100)
  await takeFacts(t.scopes, 100)
  expect(await active(chief)).toEqual([['quota_used', 'minor']])
  const watched = () => chief.call('GET /monitor/api/v1/alarm/rules/:key/watched', { key: 'quota_used' })
  expect((await watched()).data).toMatchObject([
    { deviceId: null, label: '网点', value: 100, clearedAt: null },
  ])
  await use(1)
  await takeFacts(t.scopes, 100)
  expect(await active(chief)).toEqual([])
  expect((await watched()).data).toMatchObject([{ clearedAt: expect.any(String) }])
})
