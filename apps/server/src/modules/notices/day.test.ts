import type { MetricValue } from '@netward/contract/metric-batch'
import { type SmsVendor, startSmsVendor } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { type FakeService, sendAll, startFakeService, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { batchOf, lookNow, minute } from '../alarms/alarm-fixture.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { saveParts, writeMetrics } from '../metrics/index.ts'
import { dutySweep, rotaRoutes } from '../rotas/index.ts'
import { noticeRoutes } from './index.ts'

/** A day of a company in fast time: each recipient gets exactly the messages that are expected, and no other. */

const keys = { keyId: 'key-id', keySecret: 'key-secret' }

let t: TestApp
let service: FakeService
let mails: MailServer
let sms: SmsVendor
let companyId: string
let ranges: string[]
let person: TestPerson

/**
 * Of the customer: a group, the bell of its administrator, the person on call by SMS for critical alarms, and the manager by mail,
 * who sleeps until the morning. Of its MSP: a group for this customer, and one for another.
 */
beforeAll(async () => {
  service = await startFakeService()
  mails = await startMailServer()
  sms = await startSmsVendor('aliyun', keys)
  t = await createTestApp((app, { scopes, secrets }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    rotaRoutes(app)
    noticeRoutes(app)
  })
  const msp = await t.company('middleman')
  const company = await t.company('company', msp.id)
  const other = await t.company('company', msp.id)
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`, `127.0.0.0/8=${msp.code}`]
  person = await t.person(companyId, 'administrator')
  await notifyCompany()
  await notifyMsp(await t.person(msp.id, 'administrator'), { Ours: companyId, Other: other.id })
})
afterAll(async () => {
  await t.stop()
  await service.stop()
  await mails.stop()
  await sms.stop()
})

const usual = { events: ['raised' as const, 'cleared' as const], timeZone: 'Asia/Shanghai' }

async function channel(of: TestPerson, input: object): Promise<string> {
  return (await of.call('POST /api/v1/integration', input as never)).data.id
}
const robot = (of: TestPerson, name: string) =>
  channel(of, {
    kind: 10,
    name,
    robot: { vendor: 'wecom', format: 'text', address: `${service.url}/${name}` },
  })

async function notifyCompany(): Promise<void> {
  const onCall = await t.person(companyId, 'engineer')
  const manager = await t.person(companyId, 'administrator')
  await t.adminPool.query(
    `update person set phone = '13800000001', phone_verified_at = now() where id = $1`,
    [onCall.personId],
  )
  await t.adminPool.query(
    `update person set email = 'manager@example.test', email_verified_at = now(), language = 'en' where id = $1`,
    [manager.personId],
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1 and person_id = $2',
    [companyId, onCall.personId],
  )
  const { data: rota } = await person.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [{ name: 'First', startsOn: '2026-01-05', memberIds: [rows[0]!.id] }],
  })
  await dutySweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  const route = (name: string, channelId: string, more: object = {}) =>
    person.call('POST /api/v1/notice/route', { ...usual, name, channelId, ...more })
  await route('Group', await robot(person, 'company'))
  await route(
    'On call',
    await channel(person, {
      kind: 4,
      name: 'SMS',
      sms: { ...keys, provider: 'aliyun', signName: '网维', templateCode: 'SMS_1' },
    }),
    { severities: ['critical'], rotaId: rota.id },
  )
  const mail = { host: '127.0.0.1', port: mails.port, security: 'offered', from: 'alarms@example.test' }
  await manager.call('POST /api/v1/notice/own/route', {
    ...usual,
    channelId: await channel(person, { kind: 5, name: 'Mail', mail }),
    timeZone: 'UTC',
    quietFrom: clockIn(-1),
    quietUntil: clockIn(8),
  })
}

async function notifyMsp(of: TestPerson, groups: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, customer] of Object.entries(groups))
    await of.call('POST /api/v1/notice/route', {
      ...usual,
      name,
      covers: 'chosen',
      customerIds: [customer],
      severities: ['critical'],
      channelId: await robot(of, name),
    })
}

const clockIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

/** Where it is this hour now, so that an outlet with these business hours is open, or has just closed. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
async function outlet(name: string, hour = 14): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, business_hours, time_zone) values ($1, $2, 'Mo-Su 08:00-22:00', $3)
     returning id::text`,
    [companyId, name, zoneAt(hour)],
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
const write = (deviceId: string, ...polls: { at: number; values: MetricValue[] }[]) =>
  writeMetrics(t.scopes, batchOf(deviceId, polls))

/** Time passes: what waits for minutes comes due, twice, since what follows a message waits for it. */
async function later(within = '1 hour'): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await sweepNotices(t)
    await t.adminPool.query(
      `update delivery set due_at = now() where state = 'waiting' and due_at < now() + $1::interval`,
      [within],
    )
    await sweepNotices(t)
    await sendAll(t, ranges, { aliyun: sms.url, tencent: sms.url })
  }
}

let smsRead = 0
/** The messages that each recipient got since this was asked last: the first line, and how many alarms it holds. */
function heard(): Record<string, string[]> {
  const found: [string, string][] = service.heard.splice(0).map(({ path, body }) => {
    const text = (body['text'] as { content: string }).content
    const [title = '', ...lines] = text.split('\n')
    const alarms = lines.filter((line) => line.startsWith('[')).length
    return [path.slice(1), `${title} (${alarms})${text.includes('影响下联设备 1 台') ? ' +1' : ''}`]
  })
  for (const { values } of sms.sent.slice(smsRead)) {
    const filled = values as Record<string, string>
    found.push(['sms', `${filled['device']} ${filled['rule']}`])
  }
  smsRead = sms.sent.length
  for (const { subject } of mails.mails.splice(0)) found.push(['mail', subject])
  return Object.fromEntries(
    [...Map.groupBy(found, ([to]) => to)].map(([to, all]) => [to, all.map(([, text]) => text)]),
  )
}
/** Lines of the bell, the oldest first. */
const bell = async () =>
  (await person.call('GET /api/v1/notice/own')).data.items
    .toReversed()
    .map((item) => (item.kind === 'alarm' ? `${item.deviceName} ${item.transition}` : item.kind))

test('a day in fast time', async () => {
  const dark = await outlet('Dark shop', 10)
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
  const closed = await device('Closed gateway', 'smart_cpe', await outlet('Closed shop', 22))

  // 10:00, the outlet loses power: one message with what is behind it; then it is back.
  await turn('offline', core, gateway)
  await later()
  const power = heard()
  await turn('online', gateway, core)
  await later()
  const back = heard()

  // 12:00, a gateway flaps: each time is over before it is due, and then it is known to flap.
  for (let round = 0; round < 12; round++) {
    await turn('offline', flapping)
    await turn('online', flapping)
  }
  await later()
  const flaps = heard()

  // 14:00, an AP overheats; the poller restarts, knows nothing, and sends its last batch again and then a new one.
  await saveParts(t.scopes, hot, ['sensor'], [{ subject: 'sensor', instance: 'cpu', label: 'CPU', high: 80 }])
  const now = Date.now()
  await write(hot, { at: now - 6 * minute, values: [['temperature', 'cpu', 90]] })
  const last = batchOf(hot, [{ at: now - 2 * minute, values: [['temperature', 'cpu', 91]] }])
  await writeMetrics(t.scopes, last)
  await later()
  const heat = heard()
  watchSamples(t.scopes)
  await writeMetrics(t.scopes, last)
  await write(hot, { at: now - minute, values: [['temperature', 'cpu', 92]] })
  await later()
  const restarted = heard()

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

  // 22:00, a shop closes and switches the mains off.
  await turn('offline', closed)
  await later()
  const closing = heard()

  // In the morning the samples of the night arrive: a disk was full, and the AP hot, all night long.
  const night = Array.from({ length: 96 }, (_, index) => now - 9 * 60 * minute + index * 5 * minute)
  for (const [id, value] of [
    [work, ['storage_usage', '/', 99]],
    [hot, ['temperature', 'cpu', 95]],
  ] as const)
    await write(id, ...night.map((at) => ({ at, values: [[...value] satisfies MetricValue] })))
  await later()
  const late = heard()
  await turn('online', closed)
  await later('1 day')
  const morning = heard()

  expect({ power, back, flaps, heat, restarted, during, afterwards, closing, late, morning }).toEqual({
    power: {
      company: ['[紧急] Dark gateway 网关离线 (影响下联设备 1 台) (1) +1'],
      Ours: [expect.stringMatching(/^\[紧急\] .*Dark gateway 网关离线 \(影响下联设备 1 台\) \(1\) \+1$/)],
      sms: ['Dark gateway 网关离线 (影响下联设备 1 台)'],
      mail: ['[Critical] Dark gateway Gateway offline (1 device cut off behind it)'],
    },
    back: {
      company: ['[紧急] Dark gateway 网关离线 已清除 (1)'],
      Ours: [expect.stringMatching(/Dark gateway 网关离线 已清除 \(1\)$/)],
      sms: ['Dark gateway 网关离线 已清除'],
      mail: ['[Critical] Dark gateway Gateway offline Cleared'],
    },
    flaps: {},
    // The manager sleeps, and it is not critical.
    heat: { company: ['[重要] Hot AP 温度过高 (1)'] },
    restarted: {},
    during: {},
    afterwards: { company: ['[重要] Worked on 设备离线 (1)'] },
    closing: {},
    late: {},
    // What is still so when the manager wakes up.
    morning: { mail: ['[Major] 2 sites: 2 alarms'] },
  })
  expect(await bell()).toEqual([
    'Dark gateway raised',
    'Dark gateway cleared',
    'Hot AP raised',
    'Worked on raised',
  ])
})
