import type { MetricValue } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { metricRoutes, writeMetrics } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson
let outlet: string
let gateways: string[]

const minute = 60_000
/** Some full five minutes ago. */
const now = Math.floor(Date.now() / 300_000) * 300_000

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => metricRoutes(app, openMetricStore(scopes)))
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  outlet = await outletOf(company.id)
  gateways = [
    await arrangeDevice(t, company.id, { name: 'A', presence: 'online' }),
    await arrangeDevice(t, company.id, { name: 'B', presence: 'offline' }),
  ]
  await t.adminPool.query('update device set outlet_id = $1 where id = any ($2::bigint[])', [
    outlet,
    gateways,
  ])
  await t.adminPool.query(`update device set level = 'critical' where id = $1`, [gateways[1]])
  for (const [index, deviceId] of gateways.entries()) {
    await t.adminPool.query(
      `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, device_id, wan_name)
       values ($1, $2, $3, 'telecom', 'broadband', 100, 20, $4, 'wan')`,
      [company.id, outlet, `Line ${index + 1}`, deviceId],
    )
  }
  const worst = { metric: 'cpu_usage', instance: '', label: '', value: 99, level: 'critical' }
  await t.adminPool.query(
    `insert into gateway_measuring (company_id, device_id, plan, software_version, worst) values ($1, $2, '{}', '', $3)`,
    [company.id, gateways[1], JSON.stringify(worst)],
  )
  const octets = (minutes: number, perSecond: number): MetricValue[] => [
    ['interface_in_octets', 'wan', String(minutes * 60 * perSecond), 64],
    ['interface_out_octets', 'wan', String(minutes * 6 * perSecond), 64],
    ['interface_in_octets', 'lan1', String(minutes * 60 * 7), 64],
  ]
  await writeMetrics(t.scopes, {
    collector: 'test',
    epoch: 'outlet-metrics.test',
    sequence: 1,
    sentAt: now,
    polls: [20, 15, 10, 5, 0].flatMap((ago) => [
      {
        deviceId: gateways[0]!,
        at: now - ago * minute,
        values: [...octets(100 - ago, 1000), ['wifi_clients', '5GHz', 4], ['wifi_clients', '2.4GHz', 2]],
      },
      // The second line was measured until a quarter of an hour ago.
      ...(ago >= 15
        ? [{ deviceId: gateways[1]!, at: now - ago * minute, values: octets(100 - ago, 500) }]
        : []),
    ]),
  })
})
afterAll(() => t.stop())

const outletOf = async (companyId: string) => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [companyId],
  )
  return rows[0]!.id
}

const ask = (person: TestPerson, outletId: string) =>
  person.call('POST /monitor/api/v1/metrics/outlet', {
    outletId,
    from: new Date(now - 20 * minute).toISOString(),
    to: new Date(now + 5 * minute).toISOString(),
    points: 5,
  })

test('an outlet shows its lines together and each, its clients, its devices and the worst of them', async () => {
  const { data } = await ask(engineer, outlet)
  expect(data).toMatchObject({
    lines: [
      { name: 'Line 1', down: 1000, up: 100 },
      { name: 'Line 2', down: null, up: null },
    ],
    clients: 6,
    devices: { total: 2, online: 1 },
    worst: { deviceName: 'B', metric: 'cpu_usage', value: 99, unit: '%', level: 'critical' },
  })
  // LAN ports do not count, and what was not measured is no zero.
  const rates = data.down.flatMap((one) => (one === null ? [] : [Math.round(one)]))
  expect(rates).toContain(1500)
  expect(rates.at(-1)).toBe(1000)
  expect(data.down).toHaveLength(data.steps)
})

test('an outlet without lines and devices has no values, and no zeros', async () => {
  const { data } = await ask(engineer, await outletOf(company.id))
  expect(data).toMatchObject({ lines: [], clients: null, worst: null, devices: { total: 0, online: 0 } })
  expect(data.down.every((one) => one === null)).toBe(true)
})

test('another company does not see the outlet', async () => {
  const other = await t.company('company')
  expect((await ask(await t.person(other.id, 'administrator'), outlet)).status).toBe(404)
})
