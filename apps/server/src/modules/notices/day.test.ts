import type { MetricValue } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import {
  comeDue,
  type FakeService,
  sendAll,
  startFakeService,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { batchOf, lookNow, minute } from '../alarms/alarm-fixture.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { saveParts, writeMetrics } from '../metrics/index.ts'
import { noticeRoutes } from './index.ts'

/** A day of a company in fast time: each recipient gets exactly the messages that are expected, and no other. */

let t: TestApp
let service: FakeService
let companyId: string
let ranges: string[]
let person: TestPerson

beforeAll(async () => {
  service = await startFakeService()
  t = await createTestApp((app, { scopes, secrets }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
  })
  const company = await t.company('company')
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`]
  person = await t.person(companyId, 'administrator')
  const { data } = await person.call('POST /api/v1/integration', {
    kind: 10,
    name: 'Operations',
    robot: { vendor: 'wecom', format: 'text', address: `${service.url}/operations` },
  })
  await person.call('POST /api/v1/notice/route', {
    name: 'Operations',
    events: ['raised', 'cleared'],
    channelId: data.id,
    timeZone: 'Asia/Shanghai',
  })
})
afterAll(async () => {
  await t.stop()
  await service.stop()
})

async function outlet(name: string, hours = '24/7'): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, business_hours, time_zone) values ($1, $2, $3, 'UTC') returning id::text`,
    [companyId, name, hours],
  )
  return rows[0]!.id
}
async function device(name: string, type: string, outletId: string): Promise<string> {
  const id = await arrangeDevice(t, companyId, { name, type, presence: 'online' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [id, outletId])
  return id
}
async function turn(presence: string, ...devices: string[]): Promise<void> {
  await t.adminPool.query('update device set presence = $2 where id = any ($1::bigint[])', [
    devices,
    presence,
  ])
  await lookNow(t)
}
const write = (deviceId: string, at: number, values: MetricValue[]) =>
  writeMetrics(t.scopes, batchOf(deviceId, [{ at, values }]))

/** Time passes: what waits comes due, twice, since what follows a message waits for it. */
async function later(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
  }
}

/** The first line of each message that the group got since it was asked last, and how many alarms each holds. */
function heard(): string[] {
  const texts = service.heard.splice(0).map(({ body }) => (body['text'] as { content: string }).content)
  return texts.map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return `${title} (${lines.filter((line) => line.startsWith('[')).length})${text.includes('影响下联设备 1 台') ? ' +1' : ''}`
  })
}
/** Lines of the bell, the oldest first. */
const bell = async () =>
  (await person.call('GET /api/v1/notice/own')).data.items
    .toReversed()
    .map(({ deviceName, transition }) => `${deviceName} ${transition}`)

test('a day in fast time', async () => {
  const dark = await outlet('Dark shop')
  const gateway = await device('Dark gateway', 'smart_cpe', dark)
  const core = await device('Dark switch', 'switch', dark)
  await t.adminPool.query(
    `insert into topology (outlet_id, company_id, content, devices, links, strangers, pending)
     values ($1, $2, jsonb_build_object('links', $3::jsonb), 2, 1, 0, false)`,
    [
      dark,
      companyId,
      JSON.stringify([{ a: { node: `d${gateway}`, port: '' }, b: { node: `d${core}`, port: '' } }]),
    ],
  )
  const flapping = await device('Flapping gateway', 'smart_cpe', await outlet('Flapping shop'))
  const hot = await device('Hot AP', 'wireless_ap', await outlet('Hot shop'))
  const work = await device('Worked on', 'switch', await outlet('Work shop'))
  const closed = await device(
    'Closed gateway',
    'smart_cpe',
    await outlet('Closed shop', '2020-01-01/2099-12-31 off'),
  )

  // 10:00, the outlet loses power: one message with what is behind it; then it is back.
  await turn('offline', core, gateway)
  await later()
  const power = heard()
  await turn('online', gateway, core)
  await later()
  const back = heard()

  // 12:00, a gateway flaps.
  for (let round = 0; round < 12; round++) {
    await turn('offline', flapping)
    await turn('online', flapping)
  }
  await later()
  const flaps = heard()

  // 14:00, an AP overheats; the poller restarts and sends its last batch again.
  await saveParts(t.scopes, hot, ['sensor'], [{ subject: 'sensor', instance: 'cpu', label: 'CPU', high: 80 }])
  const now = Date.now()
  await write(hot, now - 6 * minute, [['temperature', 'cpu', 90]])
  const last = batchOf(hot, [{ at: now - minute, values: [['temperature', 'cpu', 91]] }])
  await writeMetrics(t.scopes, last)
  await later()
  const heat = heard()
  await writeMetrics(t.scopes, last)
  await later()
  const repeated = heard()

  // 15:00, announced work: silence, and afterwards what is still so.
  const { data } = await person.call('POST /monitor/api/v1/alarm/maintenance', {
    name: 'Work',
    reason: 'Cabling',
    wholeCompany: false,
    deviceIds: [work],
    startsAt: new Date(now - 60 * minute).toISOString(),
    endsAt: new Date(now + 60 * minute).toISOString(),
  })
  await turn('offline', work)
  await later()
  const during = heard()
  await person.call('POST /monitor/api/v1/alarm/maintenance/:windowId/end', { windowId: data.id })
  await later()
  const afterwards = heard()

  // 22:00, a shop closes; in the morning a night's samples arrive late.
  await turn('offline', closed)
  await write(hot, now - 8 * 60 * minute, [['storage_usage', '/', 99]])
  await later()
  const night = heard()

  expect({ power, back, flaps, heat, repeated, during, afterwards, night }).toEqual({
    power: ['[紧急] Dark gateway 网关离线 (1) +1'],
    back: ['[紧急] Dark gateway 网关离线 已清除 (1)'],
    // Each was over before it was due, and then it flaps.
    flaps: [],
    heat: ['[重要] Hot AP 温度过高 (1)'],
    repeated: [],
    during: [],
    afterwards: ['[重要] Worked on 设备离线 (1)'],
    night: [],
  })
  expect(await bell()).toEqual([
    'Dark gateway raised',
    'Dark gateway cleared',
    'Hot AP raised',
    'Worked on raised',
  ])
})
