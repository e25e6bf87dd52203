import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import {
  comeDue,
  type FakeService,
  raiseAlarm,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../test/notice-fixture.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let company: { id: string; code: string }
let person: TestPerson
let channelId: string

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices())
})
afterAll(() => stop())

/** Stands for any way to one person: what a webhook is posted can be read. */
beforeEach(async () => {
  company = await t.company('company')
  person = await t.person(company.id, 'administrator')
  service.heard.length = 0
  const made = await person.call('POST /api/v1/integration', {
    kind: 5,
    name: 'Mail',
    mail: { host: '127.0.0.1', port: 25, security: 'offered', from: 'a@example.test' },
  })
  channelId = made.data.id
  await person.call('POST /api/v1/notice/own/route', {
    events: ['raised'],
    channelId,
    timeZone: 'Asia/Shanghai',
  })
})

interface Formed {
  readonly summary: boolean
  readonly alarms: number
}
/** Messages formed since the flood, the first first. */
async function formed(): Promise<Formed[]> {
  const { rows } = await t.adminPool.query<Formed>(
    `select m.summary, count(d.id)::int as alarms from notice_message m join delivery d on d.message_id = m.id
     where m.company_id = $1 group by m.id order by m.made_at, m.id`,
    [company.id],
  )
  return rows
}
const flood = (agoMinutes: number) =>
  t.adminPool.query(
    `insert into notice_message (company_id, channel_id, recipient, state, made_at, finished_at)
     select $1, $2, $3, 'sent', now() - make_interval(mins => $4), now() from generate_series(1, 20)`,
    [company.id, channelId, person.personId, agoMinutes],
  )
const end = () =>
  t.adminPool.query(
    `update notice_message set state = 'sent', finished_at = now() where company_id = $1 and state = 'waiting'`,
    [company.id],
  )
const raise = async (names: readonly string[], severity: string) => {
  for (const name of names) await raiseAlarm(t, company.id, name, severity)
  await sweepNotices(t)
  await comeDue(t)
}

test('after 20 messages in ten minutes others wait, and end in one message that says how many', async () => {
  await flood(2)
  await raise(['A', 'B'], 'minor')
  await raise(['C'], 'major')
  expect(await formed()).toEqual([])
  await t.adminPool.query(
    `update notice_message set made_at = now() - interval '11 minutes' where company_id = $1`,
    [company.id],
  )
  await raise([], 'minor')
  expect(await formed()).toEqual([{ summary: true, alarms: 3 }])
  await end()
  // The flood is over: the next is named again.
  await raise(['D'], 'minor')
  expect(await formed()).toEqual([
    { summary: true, alarms: 3 },
    { summary: false, alarms: 1 },
  ])
})

test('a critical alarm is never held by the cap, nor hidden in the summary', async () => {
  await flood(2)
  await raise(['A', 'B'], 'minor')
  await raise(['C'], 'critical')
  expect(await formed()).toEqual([{ summary: false, alarms: 1 }])
  await end()
  await raise([], 'minor')
  expect(await formed()).toHaveLength(1)
  await t.adminPool.query(
    `update notice_message set made_at = now() - interval '11 minutes' where company_id = $1`,
    [company.id],
  )
  await raise(['E'], 'critical')
  await end()
  await raise([], 'minor')
  expect(await formed()).toEqual([
    { summary: false, alarms: 1 },
    { summary: false, alarms: 1 },
    { summary: true, alarms: 2 },
  ])
})

test('the cap counts all that one person is sent, by whatever channel, and does not hold up another person', async () => {
  await flood(2)
  const other = await t.person(company.id, 'administrator')
  await other.call('POST /api/v1/notice/own/route', {
    events: ['raised'],
    channelId,
    timeZone: 'Asia/Shanghai',
  })
  await raise(['A'], 'minor')
  const { rows } = await t.adminPool.query<{ recipient: string }>(
    `select recipient::text from notice_message where company_id = $1 and state = 'waiting'`,
    [company.id],
  )
  expect(rows).toEqual([{ recipient: other.personId }])
  await sendAll(t, [])
})
