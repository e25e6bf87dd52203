import type { MetricBatch, MetricValue } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { metricRoutes, saveParts, writeMetrics } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson
let gateway: string

const minute = 60_000
/** Some full five minutes ago. */
const now = Math.floor(Date.now() / 300_000) * 300_000

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => metricRoutes(app, openMetricStore(scopes)))
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  gateway = await arrangeDevice(t, company.id, { name: 'Gateway' })
})
afterAll(() => t.stop())

let sequence = 0
const batch = (
  deviceId: string,
  polls: { at: number; values: MetricValue[]; upTime?: number }[],
): MetricBatch => ({
  collector: 'test',
  epoch: 'metrics.test',
  sequence: ++sequence,
  sentAt: Date.now(),
  polls: polls.map((poll) => ({ deviceId, ...poll })),
})

const between = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

test('a chart shows means of a gauge and rates of a counter, with gaps where nothing was measured', async () => {
  const octets = (n: number): MetricValue => ['interface_in_octets', 'wan1', String(n), 64]
  await writeMetrics(
    t.scopes,
    batch(
      gateway,
      [0, 5, 10, 25, 30].map((minutes, index) => ({
        at: now - 60 * minute + minutes * minute,
        values: [['cpu_usage', 'CPU 1', 10 * index], octets(3_000_000 * minutes)],
      })),
    ),
  )
  const { data } = await engineer.call('POST /monitor/api/v1/metrics/range', {
    deviceId: gateway,
    metrics: ['cpu_usage', 'interface_in_octets'],
    ...between(now - 60 * minute, now - 25 * minute),
    points: 7,
  })
  expect(data).toMatchObject({ stepSeconds: 300, resolution: 'samples', more: false })
  const cpu = data.series.find(({ metric }) => metric === 'cpu_usage')!
  expect(cpu).toMatchObject({
    unit: '%',
    values: [0, 10, 20, null, null, 30, 40],
    min: 0,
    max: 40,
    mean: 20,
    last: 40,
  })
  const traffic = data.series.find(({ metric }) => metric === 'interface_in_octets')!
  expect(traffic.values).toEqual([50_000, 50_000, null, null, null, 50_000, null])
  expect(traffic).toMatchObject({ instance: 'wan1', label: 'wan1', p95: 50_000, unit: 'By' })
})

test('a line shows the WAN of the gateway that carries it', async () => {
  const { rows } = await t.adminPool.query<{ line: string }>(
    `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id),
       d as (update device set outlet_id = (select id from o) where id = $2)
     insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select $1, id, 'Line', 'telecom', 'broadband', 100, 20 from o returning id::text as line`,
    [company.id, gateway],
  )
  const line = rows[0]!.line
  const ask = () =>
    engineer.call('POST /monitor/api/v1/metrics/range', {
      lineId: line,
      metrics: ['interface_in_octets'],
      ...between(now - 60 * minute, now),
    })
  expect((await ask()).data.series).toEqual([])
  await t.adminPool.query('update internet_line set device_id = $1, wan_name = $2 where id = $3', [
    gateway,
    'wan1',
    line,
  ])
  expect((await ask()).data.series.map(({ instance }) => instance)).toEqual(['wan1'])
})

test('values of a line are its own, belong to link testing, follow its outlet, and go with it', async () => {
  const { rows } = await t.adminPool.query<{ line: string }>(
    `with o as (insert into outlet (company_id, name) values ($1, 'Line shop') returning id)
     insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select $1, id, 'Measured', 'telecom', 'broadband', 100, 20 from o returning id::text as line`,
    [company.id],
  )
  const lineId = rows[0]!.line
  expect(Number(lineId) % 2).toBe(0)
  const loss = (at: number, value: number) => batch(lineId, [{ at, values: [['line_loss', 'isp', value]] }])
  expect(await writeMetrics(t.scopes, loss(now - 10 * minute, 20))).toMatchObject({ written: 1 })
  const ask = () =>
    engineer.call('POST /monitor/api/v1/metrics/range', {
      lineId,
      metrics: ['line_loss', 'interface_in_octets'],
      ...between(now - 60 * minute, now),
    })
  await t.adminPool.query(`update product set state = 'normal' where code = 'link_testing'`)
  await t.adminPool.query(
    `update company set products = array_append(products, 'link_testing') where id = $1`,
    [company.id],
  )
  expect((await ask()).data.series).toMatchObject([{ metric: 'line_loss', instance: 'isp', mean: 20 }])
  await t.adminPool.query(
    `update company set products = array_remove(products, 'link_testing') where id = $1`,
    [company.id],
  )
  expect((await ask()).code).toBe('application.missing')
  await t.adminPool.query(`update product set state = 'activating' where code = 'link_testing'`)
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) values ($1, 'Line shop 2') returning id)
     update internet_line set outlet_id = (select id from o) where id = $2`,
    [company.id, lineId],
  )
  const places = await t.adminPool.query(
    `select distinct l.outlet_id = s.outlet_id as follows from metric_series s join internet_line l on l.id = s.line_id
     where s.line_id = $1`,
    [lineId],
  )
  expect(places.rows).toEqual([{ follows: true }])
  await t.adminPool.query('delete from internet_line where id = $1', [lineId])
  expect(await writeMetrics(t.scopes, loss(now, 0))).toMatchObject({ written: 0, unknownDevices: [lineId] })
})

test('what people call an instance, and its limits, come from the inventory; hostile text stays text', async () => {
  const label = '=cmd|"<script>" \u202e' + 'x'.repeat(70_000)
  await saveParts(
    t.scopes,
    gateway,
    ['processor'],
    [{ subject: 'processor', instance: 'CPU 1', label, high: 90 }],
  )
  const latest = await engineer.call('POST /monitor/api/v1/metrics/latest', { deviceId: gateway })
  const cpu = latest.data.find(({ metric }) => metric === 'cpu_usage')!
  expect(cpu).toMatchObject({ value: 40, high: 90, low: null, at: new Date(now - 30 * minute).toISOString() })
  expect(cpu.label).toBe(label.replace('\u202e', '').slice(0, 200))
  expect(latest.data.find(({ metric }) => metric === 'interface_in_octets')).toMatchObject({ value: 50_000 })
  const csv = await t.raw({
    method: 'POST',
    url: '/monitor/api/v1/metrics/export',
    headers: { authorization: `Bearer ${engineer.token}`, 'x-company-id': company.id },
    payload: { deviceId: gateway, metrics: ['cpu_usage'], points: 12, ...between(now - 60 * minute, now) },
  })
  expect(csv.status).toBe(200)
  expect(csv.body.split('\r\n')).toHaveLength(7)
  expect(csv.body).toContain(`CPU usage,"'=cmd|""<script>""`)
})

test('the devices with the highest values come first, or the lowest', async () => {
  const other = await arrangeDevice(t, company.id, { name: 'Busy' })
  await writeMetrics(t.scopes, batch(other, [{ at: now - 50 * minute, values: [['cpu_usage', '', 99]] }]))
  const ask = (lowest: boolean) =>
    engineer.call('POST /monitor/api/v1/metrics/top', {
      metric: 'cpu_usage',
      ...between(now - 60 * minute, now),
      lowest,
    })
  expect((await ask(false)).data.map(({ deviceName, value }) => [deviceName, value])).toEqual([
    ['Busy', 99],
    ['Gateway', 20],
  ])
  expect((await ask(true)).data[0]).toMatchObject({
    deviceName: 'Gateway',
    label: expect.stringContaining('=cmd'),
  })
})

test('a ranking of too many series is refused, and says what to do', async () => {
  const device = await arrangeDevice(t, company.id, { name: 'Wide' })
  await t.adminPool.query(
    `insert into metric_series (company_id, subject_id, metric, instance, slot, block)
     select $1, $2, 'temperature', 'sensor ' || n, n, 1 from generate_series(1, 40001) n`,
    [company.id, device],
  )
  expect(
    await engineer.call('POST /monitor/api/v1/metrics/top', {
      metric: 'temperature',
      ...between(now - 60 * minute, now),
    }),
  ).toMatchObject({ status: 422, code: 'metrics.too_many_series', message: expect.stringContaining('40000') })
})

test("another company's device, line and outlet are not found, and its series are in no ranking", async () => {
  const other = await t.company('company')
  const stranger = await t.person(other.id, 'administrator')
  const period = between(now - 60 * minute, now)
  const metrics = ['cpu_usage'] as const
  const ask = (input: object) =>
    stranger.call('POST /monitor/api/v1/metrics/range', { metrics, ...period, ...input } as never)
  expect(await ask({ deviceId: gateway })).toMatchObject({ status: 404, code: 'device.not_found' })
  expect(await ask({ lineId: '1' })).toMatchObject({ status: 404, code: 'line.not_found' })
  expect(await stranger.call('POST /monitor/api/v1/metrics/latest', { deviceId: gateway })).toMatchObject({
    status: 404,
  })
  expect(
    (await stranger.call('POST /monitor/api/v1/metrics/top', { metric: 'cpu_usage', ...period })).data,
  ).toEqual([])
  const outlet = await t.adminPool.query<{ id: string }>(
    'select id::text from outlet where company_id = $1',
    [company.id],
  )
  expect(
    await stranger.call('POST /monitor/api/v1/metrics/top', {
      metric: 'cpu_usage',
      outletId: outlet.rows[0]!.id,
      ...period,
    }),
  ).toMatchObject({ status: 404, code: 'outlet.not_found' })
})

test('no request reads samples by the number of a series, or from their tables', async () => {
  const other = await t.company('company')
  const { rows } = await t.adminPool.query<{ ids: string[] }>(
    'select array_agg(id) as ids from metric_series where company_id = $1',
    [company.id],
  )
  const read = (companyId: string) =>
    t.scopes.withCompany(companyId, async ({ client }) => {
      const found = await client.query(`select * from metric_read($1, 0, $2, 'gc', 'samples')`, [
        rows[0]!.ids,
        Date.now(),
      ])
      return found.rowCount
    })
  expect(await read(company.id)).toBeGreaterThan(0)
  expect(await read(other.id)).toBe(0)
  const tables = await t.adminPool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join unnest($1::text[]) r on true
     where c.relname ~ '^metric_(recent|hour|rollup|batch|device|gone|partition)' and c.relkind in ('r', 'p')
       and has_any_column_privilege(r, c.oid, 'select, insert, update')`,
    [Object.values(t.roles).filter((role) => role !== t.roles.owner)],
  )
  expect(tables.rows).toEqual([])
})

test('values of a gateway belong to device management, those of other devices to monitoring', async () => {
  const tenant = await t.company('company')
  const person = await t.person(tenant.id, 'engineer')
  const [cpe, switched] = [
    await arrangeDevice(t, tenant.id),
    await arrangeDevice(t, tenant.id, { driver: 'snmp', type: 'switch' } as never),
  ]
  const ask = async (deviceId: string) =>
    (await person.call('POST /monitor/api/v1/metrics/latest', { deviceId })).code
  await t.adminPool.query(`update product set state = 'normal' where code = 'monitoring'`)
  await t.adminPool.query('update company set products = $1 where id = $2', [
    ['device_management'],
    tenant.id,
  ])
  expect([await ask(cpe), await ask(switched)]).toEqual([0, 'application.missing'])
  await t.adminPool.query('update company set products = $1 where id = $2', [['monitoring'], tenant.id])
  expect([await ask(cpe), await ask(switched)]).toEqual(['application.missing', 0])
})
