import { mostSeen } from '@netward/contract/personal-values'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes } from '../alarms/index.ts'
import { workbenchRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let admin: TestPerson
let deviceId: string

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

const raise = (id: string, hoursAgo: number) =>
  sql(
    `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at, group_id)
     select company_id, id, 'x', $2::int::text, 'x', 'major', now() - make_interval(hours => $2::int), 1 from device where id = $1`,
    [id, hoursAgo],
  )

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    workbenchRoutes(app)
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
  })
  company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  deviceId = await arrangeDevice(t, company.id, { name: 'Followed' })
})
afterAll(() => t.stop())

test('what a person follows is theirs, and filters alarms', async () => {
  const ignored = await arrangeDevice(t, company.id, { name: 'Ignored' })
  await raise(deviceId, 3)
  await raise(ignored, 3)
  await admin.call('PUT /api/v1/personal/star', { kind: 'device', id: deviceId, starred: true })
  const { data } = await admin.call('GET /api/v1/personal', {})
  expect(data.items).toMatchObject([{ kind: 'device', id: deviceId, name: 'Followed', seenAt: null }])
  const list = await admin.call('POST /monitor/api/v1/alarm/lists', { followed: 'yes' })
  expect(list.data.items.map(({ subjectName }) => subjectName)).toEqual(['Followed'])
  const colleague = await t.person(company.id, 'administrator')
  expect((await colleague.call('GET /api/v1/personal', {})).data.items).toEqual([])
})

test('only what is seen can be followed', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  await stranger.call('PUT /api/v1/personal/star', { kind: 'device', id: deviceId, starred: true })
  expect((await stranger.call('GET /api/v1/personal', {})).data.items).toEqual([])
})

test('the last things opened are remembered, a star beyond them', async () => {
  for (let n = 0; n < mostSeen + 2; n++) {
    const id = await arrangeDevice(t, company.id, { name: `Opened ${n}` })
    await admin.call('PUT /api/v1/personal/seen', { kind: 'device', id })
  }
  const { items } = (await admin.call('GET /api/v1/personal', {})).data
  expect(items.filter(({ seenAt }) => seenAt !== null)).toHaveLength(mostSeen)
  expect(items.some(({ id, starredAt }) => id === deviceId && starredAt !== null)).toBe(true)
  await admin.call('PUT /api/v1/personal/star', { kind: 'device', id: deviceId, starred: false })
  expect((await admin.call('GET /api/v1/personal', {})).data.items.some(({ id }) => id === deviceId)).toBe(
    false,
  )
})

test('a visit says what changed since the one before', async () => {
  expect((await admin.call('POST /api/v1/personal/visit', {})).data).toEqual({ since: null })
  await sql(`update personal_visit set last_at = now() - interval '2 hours'`)
  await raise(deviceId, 1)
  const { data } = await admin.call('POST /api/v1/personal/visit', {})
  expect(data).toMatchObject({ alarmsRaised: 1, alarmsCleared: 0, ordersCreated: 0 })
  // The same visit goes on.
  expect((await admin.call('POST /api/v1/personal/visit', {})).data.since).toBe(data.since)
})
