import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import {
  comeDue,
  measureDisk,
  sendAll,
  startFakeService,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { dutySweep, rotaRoutes } from '../rotas/index.ts'
import { noticeRoutes, noticeSweeps } from './index.ts'

let t: TestApp
let first: TestPerson
let second: TestPerson
let members: ReadonlyMap<string, string>

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets }) => {
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    rotaRoutes(app)
    noticeRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const { id } = await t.company('company')
  first = await t.person(id, 'administrator')
  second = await t.person(id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string; person_id: string }>(
    'select id::text, person_id::text from member where company_id = $1',
    [id],
  )
  members = new Map(rows.map((row) => [row.person_id, row.id]))
})

const memberOf = (person: TestPerson) => members.get(person.personId)!
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function rotaOf(person: TestPerson): Promise<string> {
  const { data } = await first.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [{ name: 'First', startsOn: '2026-01-05', memberIds: [memberOf(person)] }],
  })
  return data.id
}
const computeDuties = () =>
  dutySweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })

const route = (more: object) =>
  first.call('POST /api/v1/notice/route', {
    name: `Route ${Math.random()}`,
    events: ['raised', 'cleared'],
    timeZone: 'Asia/Shanghai',
    ...more,
  })

/** A device whose disk is full. */
async function raise(): Promise<string> {
  const id = await arrangeDevice(t, first.companyId, { type: 'switch', name: 'Core' })
  await measureDisk(t, id, 95)
  await sweepNotices(t)
  return id
}
/** Of alarms: that a shift was handed over is a notice of its own. */
const heard = async (person: TestPerson) =>
  (await person.call('GET /api/v1/notice/own')).data.items.filter(({ kind }) => kind === 'alarm').length
const alarmOf = async (deviceId: string) =>
  (await first.call('POST /monitor/api/v1/alarm/lists', { deviceId })).data.items[0]!.id

test('who is on call is notified, and after a change of the rota who stands in', async () => {
  const rotaId = await rotaOf(second)
  expect((await route({ rotaId })).code).toBe(0)
  await computeDuties()
  await raise()
  expect([await heard(first), await heard(second)]).toEqual([0, 1])
  await first.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', {
    rotaId,
    memberId: memberOf(first),
    startsAt: inHours(-1),
    endsAt: inHours(5),
  })
  await computeDuties()
  await raise()
  expect([await heard(first), await heard(second)]).toEqual([1, 1])
  // A rota that notifications are sent by is not deleted.
  expect((await first.call('DELETE /monitor/api/v1/alarm/rota/:rotaId', { rotaId })).code).toBe('rota.in_use')
  const [row] = (await first.call('POST /api/v1/notice/route/lists', {})).data.items
  expect(row).toMatchObject({ rota: { id: rotaId, name: 'Network' }, members: [], afterMinutes: null })
})

test('an escalation notifies of what is not acknowledged in time', async () => {
  await route({ memberIds: [memberOf(first)] })
  await route({ memberIds: [memberOf(second)], afterMinutes: 15 })
  const seen = await raise()
  expect([await heard(first), await heard(second)]).toEqual([1, 0])
  const { rows } = await t.adminPool.query<{ later: boolean }>(
    `select due_at > now() + interval '14 minutes' as later from delivery where company_id = $1 and state = 'waiting'`,
    [first.companyId],
  )
  expect(rows).toEqual([{ later: true }])
  const alarmIds = [await alarmOf(seen)]
  await first.call('POST /monitor/api/v1/alarm/batch/act', { alarmIds, act: { kind: 'acknowledge' } })
  await raise()
  await comeDue(t)
  // The first was acknowledged, the second was not.
  expect([await heard(first), await heard(second)]).toEqual([2, 1])
  const dropped = await t.adminPool.query(
    `select dropped_because from delivery where company_id = $1 and state = 'dropped'`,
    [first.companyId],
  )
  expect(dropped.rows).toEqual([{ dropped_because: 'acknowledged' }])
})

test('a route to the same person at once precedes an escalation', async () => {
  await route({ memberIds: [memberOf(second)], afterMinutes: 15 })
  await route({ memberIds: [memberOf(second)] })
  await raise()
  expect(await heard(second)).toBe(1)
})

test('a critical alarm that stays unacknowledged is reminded of every four hours', async () => {
  await route({ memberIds: [memberOf(first)], events: ['raised', 'reminded'] })
  const id = await raise()
  await t.adminPool.query(`update alarm set severity = 'critical' where device_id = $1`, [id])
  const remind = () =>
    noticeSweeps
      .find(({ name }) => name === 'notice.reminders')!
      .run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  const hoursPass = async (hours: number) => {
    await t.adminPool.query(
      'update alarm set raised_at = raised_at - make_interval(hours => $2) where device_id = $1',
      [id, hours],
    )
    await t.adminPool.query(
      'update alarm_event set at = at - make_interval(hours => $2) where device_id = $1',
      [id, hours],
    )
    await remind()
    await remind()
    await sweepNotices(t)
  }
  await hoursPass(1)
  expect(await heard(first)).toBe(1)
  await hoursPass(3)
  expect(await heard(first)).toBe(2)
  await first.call('POST /monitor/api/v1/alarm/batch/act', {
    alarmIds: [await alarmOf(id)],
    act: { kind: 'acknowledge' },
  })
  await hoursPass(5)
  expect(await heard(first)).toBe(2)
})

test('a route needs somebody, and a rota of its company', async () => {
  const fieldOf = async (more: object) => {
    const { code, data } = await route(more)
    return [code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]
  }
  expect(await fieldOf({})).toEqual(['notice.members_missing', 'memberIds'])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1',
    [stranger.personId],
  )
  const theirs = await stranger.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Theirs',
    timeZone: 'UTC',
    layers: [{ name: 'First', startsOn: '2026-01-05', memberIds: [rows[0]!.id] }],
  })
  expect(await fieldOf({ rotaId: theirs.data.id })).toEqual(['rota.not_found', 'rotaId'])
})

test('a robot mentions who is on call by their verified number', async () => {
  const service = await startFakeService()
  const ranges = [`127.0.0.0/8=${(await codeOf(first.companyId)) ?? ''}`]
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    second.personId,
    `+86138${second.personId.padStart(8, '0')}`,
  ])
  const { data } = await first.call('POST /api/v1/integration', {
    kind: 10,
    name: 'Group',
    robot: { vendor: 'wecom', format: 'markdown', address: `${service.url}/robot` },
  })
  await route({ rotaId: await rotaOf(second), channelId: data.id })
  await computeDuties()
  await raise()
  await comeDue(t)
  await sendAll(t, ranges)
  expect(service.heard.map(({ body }) => body)).toMatchObject([
    { msgtype: 'text', text: { mentioned_mobile_list: [`138${second.personId.padStart(8, '0')}`] } },
  ])
  await service.stop()
})

async function codeOf(companyId: string): Promise<string | undefined> {
  const { rows } = await t.adminPool.query<{ code: string }>('select code from company where id = $1', [
    companyId,
  ])
  return rows[0]?.code
}
