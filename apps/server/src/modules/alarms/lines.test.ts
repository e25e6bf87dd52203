import type { EndpointInput } from '@netward/contract'
import { shippedRules } from '@netward/contract/shipped-rules'
import type { MetricValue } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { writeMetrics } from '../metrics/index.ts'
import { batchOf, lookNow, measure, minute } from './alarm-fixture.ts'
import { alarmRoutes, watchSamples } from './index.ts'

let t: TestApp
let companyId: string
let engineer: TestPerson
let outlet: string
let gateway: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  companyId = (await t.company('company')).id
  await t.adminPool.query(
    `update company set products = array['device_management', 'monitoring', 'link_testing'] where id = $1`,
    [companyId],
  )
  engineer = await t.person(companyId, 'engineer')
  outlet = await one(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    companyId,
  )
  gateway = await arrangeDevice(t, companyId, { name: 'Gateway', type: 'smart_cpe', presence: 'online' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [gateway, outlet])
})

const one = async (statement: string, ...values: unknown[]): Promise<string> =>
  (await t.adminPool.query<{ id: string }>(statement, values)).rows[0]!.id

const addLine = (name: string) =>
  one(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, $3, 'telecom', 'broadband', 100, 20) returning id::text`,
    companyId,
    outlet,
    name,
  )

/** Each line leads to the gateway. */
const draw = (...lines: readonly string[]) =>
  t.adminPool.query(
    `insert into topology (outlet_id, company_id, content, devices, links, strangers, pending)
     values ($1, $2, jsonb_build_object('links', $3::jsonb), 1, 1, 0, false)`,
    [
      outlet,
      companyId,
      JSON.stringify(
        lines.map((line) => ({ a: { node: `l${line}`, port: '' }, b: { node: `d${gateway}`, port: '' } })),
      ),
    ],
  )
const offline = async () => {
  await t.adminPool.query(`update device set presence = 'offline' where id = $1`, [gateway])
  await lookNow(t)
}
const alarms = async (filter: object = {}) =>
  (await engineer.call('POST /monitor/api/v1/alarm/lists', { suppressed: 'all', ...filter })).data.items
const seen = async () =>
  (await alarms())
    .map(({ rule, subjectName, behindName }) => [rule, subjectName, behindName] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))

test('a line that loses packets raises by its target, names the line and its outlet, and goes with it', async () => {
  const line = await addLine('Fibre')
  await measure(t, line, [['line_loss', 'isp', 30]], [['line_loss', 'isp', 25]], [['line_loss', 'isp', 22]])
  const found = await alarms({ lineId: line })
  expect(found.map(({ rule, severity }) => `${rule} ${severity}`).toSorted()).toEqual([
    'line_loss minor',
    'line_loss_high critical',
  ])
  expect(found[0]).toMatchObject({
    lineId: line,
    deviceId: null,
    deviceType: null,
    subjectName: 'Fibre',
    outletName: 'Shop',
    instance: 'isp',
    metric: 'line_loss',
  })
  const detail = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: found[0]!.id })
  expect(detail.data).toMatchObject({ subjectName: 'Fibre', timeline: [{ kind: 'raised' }] })
  await t.adminPool.query('delete from internet_line where id = $1', [line])
  expect(await alarms()).toEqual([])
})

const bad = [5, 5, 5]
test.each([
  ['under 5 % in each minute', [4.9, 4.9, 4.9, 4.9, 4.9], []],
  ['5 % in two of five minutes', [5, 0, 5, 0, 0], []],
  ['5 % in three of five minutes', [5, 0, 5, 0, 5], ['line_loss minor active']],
  [
    '20 % in three of five minutes',
    [20, 0, 20, 0, 20],
    ['line_loss minor active', 'line_loss_high critical active'],
  ],
  ['under 20 %', [19.9, 19.9, 19.9], ['line_loss minor active']],
  ['2 % afterwards', [...bad, 2, 2, 2, 2, 2, 2], ['line_loss minor active']],
  ['under 2 % for four minutes', [...bad, 1, 1, 1, 1, 1], ['line_loss minor active']],
  ['under 2 % for five minutes', [...bad, 1, 1, 1, 1, 1, 1], ['line_loss minor cleared']],
])('loss of a line, minute by minute: %s', async (_what, losses, expected) => {
  const line = await addLine('Fibre')
  const start = Date.now() - losses.length * minute
  await writeMetrics(
    t.scopes,
    batchOf(
      line,
      losses.map((loss, n) => ({ at: start + n * minute, values: [['line_loss', 'isp', loss]] })),
    ),
  )
  const { rows } = await t.adminPool.query<{ shown: string }>(
    `select concat_ws(' ', rule, severity, state) as shown from alarm where company_id = $1 order by 1`,
    [companyId],
  )
  expect(rows.map(({ shown }) => shown)).toEqual(expected)
})

const down = [
  ['line_up', '', 0],
  ['line_loss', 'isp', 100],
] satisfies MetricValue[]

test('a line that is down raises that alone', async () => {
  const line = await addLine('Fibre')
  await measure(t, line, down, down, down)
  expect(await seen()).toEqual([['line_down', 'Fibre', null]])
})

test('where no rule says that a line is down, its loss does', async () => {
  const line = await addLine('Fibre')
  const { definition } = shippedRules.find(({ code }) => code === 'line_down')!
  const off = { key: 'line_down', definition, enabled: false, watch: false }
  expect(await engineer.call('PUT /monitor/api/v1/alarm/rules/:key', off as never)).toMatchObject({ code: 0 })
  await measure(t, line, down, down, down)
  expect((await seen()).map(([rule]) => rule)).toEqual(['line_loss', 'line_loss_high'])
})

test('round-trip times are compared with the limit of the target, others with none', async () => {
  const line = await addLine('Fibre')
  await t.adminPool.query(
    `insert into metric_part (company_id, subject_id, subject, instance, label, high)
     values ($1, $2, 'line', 'isp', 'ISP', 50)`,
    [companyId, line],
  )
  const slow = (instance: string): ['line_rtt_p95', string, number] => ['line_rtt_p95', instance, 80]
  const both = [slow('isp'), slow('business')]
  await measure(t, line, both, both, both)
  expect(await alarms()).toMatchObject([{ rule: 'line_slow', label: 'ISP', threshold: 50 }])
})

test('a gateway that is off stands behind its line that is down, unless another line reaches it', async () => {
  const [fibre, backup] = [await addLine('Fibre'), await addLine('5G')]
  await draw(fibre)
  await measure(t, fibre, [['line_up', '', 0]], [['line_up', '', 0]])
  await offline()
  expect(await seen()).toEqual([
    ['gateway_offline', 'Gateway', 'Fibre'],
    ['line_down', 'Fibre', null],
  ])
  await t.adminPool.query('delete from topology where outlet_id = $1', [outlet])
  await draw(fibre, backup)
  await lookNow(t, Date.now() + 1000)
  expect(await seen()).toEqual([
    ['gateway_offline', 'Gateway', null],
    ['line_down', 'Fibre', null],
  ])
})

test('lines follow rules of lines alone, in companies with link testing', async () => {
  const line = await addLine('Fibre')
  await t.adminPool.query(`update company set products = array['monitoring'] where id = $1`, [companyId])
  await measure(t, line, [['line_up', '', 0]], [['line_up', '', 0]])
  expect(await alarms()).toEqual([])
  const other = await t.company('company')
  const stranger = await t.person(other.id, 'engineer')
  expect((await stranger.call('POST /monitor/api/v1/alarm/lists', { lineId: line })).data.items).toEqual([])
})

test('a rule concerns lines of its profiles alone, on trial too, and keeps what to do', async () => {
  const [fibre, dedicated] = [await addLine('Fibre'), await addLine('Dedicated')]
  await t.adminPool.query(
    `insert into line_standing as s (company_id, line_id, profile) values ($1, $2, 'dedicated')
     on conflict (line_id) do update set profile = excluded.profile`,
    [companyId, dedicated],
  )
  const definition = {
    of: { kind: 'metric', metric: 'line_jitter', compare: 'above', raise: 20 },
    severity: 'minor',
    lineProfiles: ['dedicated'],
    runbook: 'Call the account manager',
  } satisfies EndpointInput<'POST /monitor/api/v1/alarm/rules'>['definition']
  const added = await engineer.call('POST /monitor/api/v1/alarm/rules', {
    name: 'Jitter',
    watch: false,
    definition,
  })
  expect(added.data.definition).toMatchObject({
    lineProfiles: ['dedicated'],
    runbook: 'Call the account manager',
  })
  for (const line of [fibre, dedicated]) await measure(t, line, [['line_jitter', 'isp', 40]])
  expect((await alarms()).map(({ subjectName }) => subjectName)).toEqual(['Dedicated'])
  const tried = await engineer.call('POST /monitor/api/v1/alarm/rules/trial', { definition })
  expect(tried.data).toMatchObject({ devices: 1 })
  const refused = await engineer.call('POST /monitor/api/v1/alarm/rules', {
    name: 'Unknown profile',
    definition: { ...definition, lineProfiles: ['carrier_pigeon' as 'vpn'] },
  })
  expect(refused.status).toBe(400)
})
