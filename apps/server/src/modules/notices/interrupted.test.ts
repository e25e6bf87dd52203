import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  comeDue,
  type FakeService,
  raiseAlarm,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { alarmRoutes } from '../alarms/index.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let company: { id: string; code: string }
let admin: TestPerson

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices((app, { scopes }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
  }))
})
afterAll(() => stop())
beforeEach(async () => {
  company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  service.heard.length = 0
})

async function routed(kind: 10 | 11): Promise<string> {
  const { data } = await admin.call('POST /api/v1/integration', {
    kind,
    name: 'Night watch',
    ...(kind === 10
      ? { robot: { vendor: 'wecom', format: 'text', address: `${service.url}/x` } }
      : { webhook: { address: `${service.url}/x` } }),
  } as never)
  await admin.call('POST /api/v1/notice/route', {
    name: 'All of it',
    events: ['raised'],
    channelId: data.id,
    timeZone: 'Asia/Shanghai',
  })
  return data.id
}

/** The process ends after the message was sent, before that was noted. */
async function interrupt(severity: string): Promise<void> {
  await raiseAlarm(t, company.id, 'Core', severity)
  await sweepNotices(t)
  await comeDue(t)
  await t.adminPool.query(
    'select b.* from notice_message m cross join lateral notice_begin(m.id) b where m.company_id = $1',
    [company.id],
  )
}
const outcome = async () => {
  await sendAll(t, [`127.0.0.0/8=${company.code}`])
  const { rows } = await t.adminPool.query<{ state: string }>(
    'select state from delivery where company_id = $1 and channel_id is not null',
    [company.id],
  )
  return [rows.map(({ state }) => state).join(), service.heard.length]
}

test.each([
  ['a group that cannot recognise a repetition is not sent it again', 10, 'minor', ['unknown', 0]],
  ['a group is sent a critical alarm again: twice is better than never', 10, 'critical', ['sent', 1]],
  ['a webhook recognises the id, and is sent it again', 11, 'minor', ['sent', 1]],
] as const)('after an interruption %s', async (_what, kind, severity, expected) => {
  await routed(kind)
  await interrupt(severity)
  expect(await outcome()).toEqual(expected)
})

test('what was entered as history is no news', async () => {
  await routed(10)
  const id = await raiseAlarm(t, company.id, 'Core')
  await t.adminPool.query(`update alarm_event set at = now() - interval '3 days' where alarm_id = $1`, [id])
  await sweepNotices(t)
  const { rows } = await t.adminPool.query('select from delivery where company_id = $1', [company.id])
  expect(rows).toEqual([])
})

test('a channel says which rules end with it, and its end is in the log with theirs', async () => {
  const channelId = await routed(10)
  expect((await admin.call('GET /api/v1/integration/:channelId', { channelId })).data).toMatchObject({
    routes: ['All of it'],
    ownRoutes: 0,
  })
  expect((await admin.call('DELETE /api/v1/integration/:channelId', { channelId })).code).toBe(0)
  const { rows } = await t.adminPool.query<{ action: string; name: string }>(
    `select action, detail->>'name' as name from audit_log where company_id = $1 and action like '%.deleted' order by action`,
    [company.id],
  )
  expect(rows).toEqual([
    { action: 'integration.deleted', name: 'Night watch' },
    { action: 'notice_route.deleted', name: 'All of it' },
  ])
})

test('the list of alarm rules says of which nobody is notified', async () => {
  const silent = async () =>
    (await admin.call('GET /monitor/api/v1/alarm/rules')).data
      .filter(({ notified }) => !notified)
      .map(({ definition }) => definition.severity)
  expect(new Set(await silent()).has('critical')).toBe(false)
  expect((await silent()).length).toBeGreaterThan(0)
  await routed(10)
  expect(await silent()).toEqual([])
})
