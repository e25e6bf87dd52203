import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { comeDue, measureDisk, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { noticeRoutes } from './index.ts'

let t: TestApp
let company: { id: string; code: string }
let person: TestPerson
let ranges: string[]

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  person = await t.person(company.id, 'administrator')
  ranges = [`127.0.0.0/8=${company.code}`]
  await t.adminPool.query(`update person set email = $2, email_verified_at = now() where id = $1`, [
    person.personId,
    `p${person.personId}@example.test`,
  ])
})

/** From here on the person sees one site alone, which has no devices. */
async function limit(): Promise<void> {
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) values ($1, 'Elsewhere') returning id),
     r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       select $1, 'one shop', '{DMS_SERVER_ALARM}', 'outlets', array[o.id] from o returning id)
     update member_role mr set built_in = null, role_id = r.id from r, member m
     where m.person_id = $2 and mr.company_id = $1 and mr.member_id = m.id`,
    [company.id, person.personId],
  )
}
async function raise(): Promise<void> {
  await measureDisk(t, await arrangeDevice(t, company.id, { type: 'switch', name: 'Core' }), 95)
  await sweepNotices(t)
}
async function channel(input: object): Promise<string> {
  return (await person.call('POST /api/v1/integration', input as never)).data.id
}
const message = async () =>
  (
    await t.adminPool.query<{ state: string; attempts: number; failure: { reason: string } | null }>(
      `update notice_message set next_at = now() where company_id = $1 returning state, attempts, failure`,
      [company.id],
    )
  ).rows[0]!

test('the bell shows no alarm any more that its person lost the right to see', async () => {
  await raise()
  const bell = async () => {
    const { items, unread } = (await person.call('GET /api/v1/notice/own')).data
    return [items.length, unread, (await person.call('GET /api/v1/notice/own/unread')).data.unread]
  }
  expect(await bell()).toEqual([1, 1, 1])
  await limit()
  expect(await bell()).toEqual([0, 0, 0])
})

test('a message is not sent to somebody who meanwhile lost the right to see what it reports', async () => {
  const channelId = await channel({
    kind: 5,
    name: 'mail',
    mail: { host: '127.0.0.1', port: 1, security: 'offered', from: 'alarms@example.test' },
  })
  await person.call('POST /api/v1/notice/own/route', {
    events: ['raised'],
    channelId,
    timeZone: 'Asia/Shanghai',
  })
  await raise()
  await comeDue(t)
  await sendAll(t, ranges)
  expect(await message()).toMatchObject({ state: 'waiting', failure: { reason: 'unreachable' } })
  await limit()
  await sendAll(t, ranges)
  expect(await message()).toMatchObject({ state: 'failed', failure: { reason: 'recipient' } })
})

test('a message that cannot be made is an attempt that failed', async () => {
  const channelId = await channel({
    kind: 10,
    name: 'group',
    robot: { vendor: 'wecom', format: 'text', address: 'http://127.0.0.1:1/' },
  })
  await person.call('POST /api/v1/notice/route', {
    name: 'all',
    events: ['raised'],
    channelId,
    timeZone: 'Asia/Shanghai',
  })
  await raise()
  await comeDue(t)
  // What PostgreSQL knows as a time zone need not be one of JavaScript.
  await t.adminPool.query(`update company set time_zone = 'Factory/None' where id = $1`, [company.id])
  await sendAll(t, ranges)
  expect(await message()).toMatchObject({ state: 'waiting', attempts: 1, failure: { reason: 'unreachable' } })
})
