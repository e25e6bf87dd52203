import type { MetricValue } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { intakeRepo } from '../../platform/metrics/intake/intake.repo.ts'
import { SeriesCache } from '../../platform/metrics/intake/series-cache.ts'
import { Intake } from '../../platform/metrics/intake/write-batch.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { metricRoutes } from './index.ts'

let t: TestApp
let store: MetricStore
let company: { id: string }
let engineer: TestPerson
let device: string

const hour = 3_600_000
const day = 24 * hour
const now = Date.now()

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    store = openMetricStore(scopes)
    metricRoutes(app, store)
    equipmentRoutes(app, { deviceRanges: [], store })
  })
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
})
afterAll(() => t.stop())

beforeEach(async () => {
  device = await arrangeDevice(t, company.id, { name: 'Switch' })
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, name)
     values ($1, $2, 'here', 1, 'here'), ($1, $2, 'gone', 2, 'gone'), ($1, $2, 'unread', 3, 'unread')`,
    [company.id, device],
  )
})

let sequence = 0
/** By a process that knows no series yet. */
async function write(...polls: { ago: number; ports: string[] }[]): Promise<void> {
  await new Intake(t.scopes).write({
    collector: 'test',
    epoch: 'ended-series.test',
    sequence: ++sequence,
    sentAt: Date.now(),
    polls: polls.map(({ ago, ports }) => ({
      deviceId: device,
      at: now - ago,
      values: ports.flatMap((port): MetricValue[] => [
        ['interface_oper_state', port, 1],
        ['interface_in_octets', port, String(Math.round((365 * day - ago) / 1000))],
      ]),
    })),
  })
}

async function sweep(name: string): Promise<void> {
  const found = store.sweeps().find((one) => one.name === name)!
  await found.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
}

/** What was made just now was made then. */
const age = (days: number) =>
  t.adminPool.query(
    `update metric_series set since = now() - make_interval(days => $2) where device_id = $1`,
    [device, days],
  )

async function settle(): Promise<void> {
  await sweep('metrics.pack')
  await sweep('metrics.end')
}

async function shown(from: number, more: { instances?: string[] } = {}): Promise<string[]> {
  const { data } = await engineer.call('POST /monitor/api/v1/metrics/range', {
    deviceId: device,
    metrics: ['interface_oper_state'],
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    ...more,
  })
  return data.series.filter(({ last }) => last !== null).map(({ instance }) => instance)
}

async function current(): Promise<{ latest: string[]; table: string[] }> {
  const latest = await engineer.call('POST /monitor/api/v1/metrics/latest', { deviceId: device })
  const table = await engineer.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId: device })
  return {
    latest: [...new Set(latest.data.map(({ instance }) => instance))],
    table: table.data.items.map(({ key }) => key),
  }
}

test('an interface without values for seven days leaves what is shown now; its history stays; it comes back as it was', async () => {
  await write(
    { ago: 10 * day, ports: ['here', 'gone'] },
    { ago: 9 * day, ports: ['here', 'gone'] },
    { ago: 3 * hour, ports: ['here'] },
  )
  const before = await t.adminPool.query(
    'select metric, id, slot from metric_series where device_id = $1 order by slot',
    [device],
  )
  await settle()
  // Made a moment ago: values of a spool may be under way.
  expect(await current()).toEqual({ latest: ['here', 'gone'], table: ['here', 'gone', 'unread'] })
  await age(8)
  await settle()
  expect(await current()).toEqual({ latest: ['here'], table: ['here', 'unread'] })
  expect(await shown(now - day)).toEqual(['here'])
  expect(await shown(now - 11 * day)).toEqual(['here', 'gone'])
  expect(await shown(now - 11 * day, { instances: ['gone'] })).toEqual(['gone'])
  const top = (from: number) =>
    engineer.call('POST /monitor/api/v1/metrics/top', {
      metric: 'interface_oper_state',
      from: new Date(from).toISOString(),
      to: new Date(now).toISOString(),
      by: 'mean',
    })
  expect((await top(now - 11 * day)).data.map(({ instance }) => instance).toSorted()).toEqual([
    'gone',
    'here',
  ])
  await write({ ago: 2 * hour, ports: ['gone', 'here'] })
  expect(await current()).toEqual({ latest: ['here', 'gone'], table: ['here', 'gone', 'unread'] })
  await settle()
  expect(await current()).toEqual({ latest: ['here', 'gone'], table: ['here', 'gone', 'unread'] })
  expect(await shown(now - 11 * day, { instances: ['gone'] })).toEqual(['gone'])
  const after = await t.adminPool.query(
    'select metric, id, slot from metric_series where device_id = $1 order by slot',
    [device],
  )
  expect(after.rows).toEqual(before.rows)
})

test('a device that is silent as a whole keeps what it shows', async () => {
  await write({ ago: 20 * day, ports: ['here', 'gone'] }, { ago: 19 * day, ports: ['here'] })
  await age(30)
  await settle()
  expect((await current()).table).toEqual(['here', 'gone', 'unread'])
})

test('what went on while a process took it for ended goes on with the next sweep', async () => {
  await write({ ago: 9 * day, ports: ['here', 'gone'] }, { ago: 3 * hour, ports: ['here'] })
  await age(10)
  await settle()
  await write({ ago: 2 * hour, ports: ['gone'] })
  await t.adminPool.query(
    `update metric_series set ended_at = now() - interval '9 days' where device_id = $1 and instance = 'gone'`,
    [device],
  )
  await settle()
  expect((await current()).latest).toEqual(['here', 'gone'])
})

test('series that ended take none of what a device may have, up to four times of it', async () => {
  const named = (...names: string[]) =>
    names.map((instance) => ({ metric: 'interface_oper_state', instance }))
  const slots = async (...names: string[]) =>
    (await intakeRepo.resolveSlots(t.scopes, device, named(...names), 2))
      .filter(({ slot }) => slot !== null)
      .toSorted((a, b) => a.slot! - b.slot!)
      .map(({ instance, slot }) => [instance, slot])
  const end = () =>
    t.adminPool.query('update metric_series set ended_at = now() where device_id = $1', [device])
  expect(await slots('a', 'b', 'c')).toEqual([
    ['a', 0],
    ['b', 1],
  ])
  await end()
  expect(await slots('c', 'd', 'e')).toEqual([
    ['c', 2],
    ['d', 3],
  ])
  await end()
  expect(await slots('e', 'f')).toHaveLength(2)
  await end()
  expect(await slots('g', 'h')).toHaveLength(2)
  await end()
  expect(await slots('i')).toEqual([])
  expect(await slots('a')).toEqual([['a', 0]])
})

test('a process forgets a series before it ends, and looks it up with its next value', async () => {
  const cache = new SeriesCache(t.scopes)
  const used = { metric: 'interface_oper_state', instance: 'here' }
  const rare = { metric: 'interface_oper_state', instance: 'gone' }
  await cache.slotsOf(device, [used, rare], now)
  const endOf = async () => {
    const { rows } = await t.adminPool.query(
      `update metric_series set ended_at = now() where device_id = $1 and instance = 'gone' returning slot`,
      [device],
    )
    return rows[0].slot as number
  }
  const isEnded = async () => {
    const { rows } = await t.adminPool.query(
      `select ended_at is not null as ended from metric_series where device_id = $1 and instance = 'gone'`,
      [device],
    )
    return rows[0].ended as boolean
  }
  for (let at = now; at < now + 7 * day; at += day / 2) await cache.slotsOf(device, [used], at)
  const slot = await endOf()
  const found = await cache.slotsOf(device, [used, rare], now + 7 * day)
  expect([found?.get(rare.metric)?.get('gone'), await isEnded()]).toEqual([slot, false])
  // Of a device that was not asked for long nothing is known any more.
  await endOf()
  await cache.slotsOf(device, [rare], now + 20 * day)
  expect(await isEnded()).toBe(false)
})
