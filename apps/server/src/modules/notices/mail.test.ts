import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { comeDue, raiseAlarm, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { noticeRoutes } from './index.ts'

let t: TestApp
let server: MailServer
let companyId: string
let ranges: string[]
let admin: TestPerson
let channelId: string

beforeAll(async () => {
  server = await startMailServer()
  t = await createTestApp((app, { secrets }) => {
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
  })
})
afterAll(async () => {
  await t.stop()
  await server.stop()
})

/** Three people are notified by mail. */
beforeEach(async () => {
  server.mails.length = 0
  server.heard.length = 0
  server.answerTo = () => '250 ok'
  const company = await t.company('company')
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`]
  admin = await t.person(companyId, 'administrator')
  channelId = (
    await admin.call('POST /api/v1/integration', {
      kind: 5,
      name: 'Mail',
      mail: { host: '127.0.0.1', port: server.port, security: 'offered', from: 'alarms@example.test' },
    })
  ).data.id
  const people = [admin, await t.person(companyId, 'engineer'), await t.person(companyId, 'engineer')]
  for (const [index, name] of ['ann', 'bob', 'cat'].entries())
    await t.adminPool.query(
      `update person set email = $2, email_verified_at = now(), language = 'en' where id = $1`,
      [people[index]!.personId, `${name}-${companyId}@example.test`],
    )
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1',
    [companyId],
  )
  await admin.call('POST /api/v1/notice/route', {
    name: 'Mail',
    events: ['raised'],
    channelId,
    memberIds: rows.map(({ id }) => id),
    timeZone: 'UTC',
  })
})

const addressOf = (name: string) => `${name}-${companyId}@example.test`
async function raise(device: string): Promise<void> {
  await raiseAlarm(t, companyId, device)
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, ranges)
}
/** An hour passes in which every attempt that is due is made. */
async function later(): Promise<void> {
  await t.adminPool.query(`update notice_message set next_at = now() where state = 'waiting'`)
  await sendAll(t, ranges)
}
const got = () => server.mails.map(({ to }) => to.split('-')[0]!).toSorted((a, b) => a.localeCompare(b))
const outcomes = async () =>
  (await admin.call('POST /api/v1/notice/delivery/lists', { channelId, page: 1, pageSize: 10 })).data.items
    .map(({ state, attempts, failure }) => [state, attempts, failure?.reason ?? null] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))

test('each gets a mail of their own, in their language, with a link that acknowledges', async () => {
  await raise('Core')
  expect(got()).toEqual(['ann', 'bob', 'cat'])
  expect(new Set(server.mails.map(({ subject }) => subject))).toEqual(
    new Set(['[Critical] Core Storage almost full']),
  )
  expect(server.heard.filter((line) => line.startsWith('RCPT'))).toHaveLength(3)
  expect(server.heard.join('')).toContain('view=3Dacknowledge')
})

test('one bad recipient does not stop the others, and is not tried again', async () => {
  server.answerTo = (address) => (address === addressOf('bob') ? '550 no such user' : '250 ok')
  await raise('Core')
  await later()
  expect(got()).toEqual(['ann', 'cat'])
  expect(await outcomes()).toEqual([
    ['failed', 1, 'recipient'],
    ['sent', 1, null],
    ['sent', 1, null],
  ])
  const { data } = await admin.call('POST /api/v1/integration/lists', {})
  expect(data.items).toMatchObject([{ name: 'Mail', state: 'working' }])
})

test('a recipient that is refused for now is tried again, once', async () => {
  server.answerTo = (address) => (address === addressOf('cat') ? '451 greylisted' : '250 ok')
  await raise('Core')
  expect(await outcomes()).toEqual([
    ['sending', 1, 'recipient'],
    ['sent', 1, null],
    ['sent', 1, null],
  ])
  server.answerTo = () => '250 ok'
  await later()
  expect(got()).toEqual(['ann', 'bob', 'cat'])
  expect((await outcomes()).map(([state]) => state)).toEqual(['sent', 'sent', 'sent'])
  await later()
  expect(server.mails).toHaveLength(3)
})
