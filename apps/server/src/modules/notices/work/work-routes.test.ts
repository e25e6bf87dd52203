import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  comeDue,
  type FakeService,
  raiseAlarm,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../../test/notice-fixture.ts'
import type { TestApp, TestPerson } from '../../../../test/test-app.ts'
import { workNoticeSweep } from '../index.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let company: { id: string; code: string }
let admin: TestPerson
let engineer: TestPerson

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices())
})
afterAll(() => stop())
beforeEach(async () => {
  company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
  await t.adminPool.query(
    `update person set email = 'e' || id || '@example.com', email_verified_at = now() where id = $1`,
    [engineer.personId],
  )
  service.heard.length = 0
})

async function order(title: string, priority: number): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, assignee_id,
       assignee_name, state)
     values ($1, (select count(*) + 1 from work_order where company_id = $1), 'fault', 'other', $2, 'high', 'high', $3, 'A', $4,
       'E', 'assigned') returning id::text`,
    [company.id, title, priority, engineer.personId],
  )
  return rows[0]!.id
}
const happens = (orderId: string, kind: string, detail: object = {}) =>
  t.adminPool.query(
    `insert into work_order_event (company_id, order_id, kind, actor_name, detail) values ($1, $2, $3, 'A', $4)`,
    [company.id, orderId, kind, JSON.stringify(detail)],
  )
async function channel(kind: 5 | 10 | 11): Promise<string> {
  const { data } = await admin.call('POST /api/v1/integration', {
    kind,
    name: `Channel ${kind}`,
    ...(kind === 5 && {
      mail: { host: '127.0.0.1', port: 25, security: 'offered' as const, from: 'a@example.test' },
    }),
    ...(kind === 10 && {
      robot: { vendor: 'wecom' as const, format: 'text' as const, address: `${service.url}/group` },
    }),
  })
  return data.id
}
const route = (more: object) =>
  admin.call('POST /api/v1/notice/route', {
    name: `Route ${Math.random()}`,
    events: ['order_overdue'],
    timeZone: 'Asia/Shanghai',
    ...more,
  })
const own = (more: object) =>
  engineer.call('POST /api/v1/notice/own/route', {
    events: ['order_assigned', 'order_due'],
    timeZone: 'Asia/Shanghai',
    ...more,
  })
const mails = () =>
  workNoticeSweep({ secrets: t.secrets, messages: t.messages }).run({
    scopes: t.scopes,
    log: t.log,
    signal: new AbortController().signal,
  })
const deliveries = async () =>
  (
    await t.adminPool.query<{ what: string }>(
      `select transition || ' ' || case recipient when 0 then 'group' when $2 then 'engineer' else 'other' end || ' ' || state
         || coalesce(' ' || dropped_because, '') as what from delivery where company_id = $1 order by id`,
      [company.id, engineer.personId],
    )
  ).rows.map(({ what }) => what)
const noticeStates = async () =>
  (
    await t.adminPool.query<{ state: string }>(
      `select state from work_notice where company_id = $1 and recipient = $2 order by id`,
      [company.id, engineer.personId],
    )
  ).rows.map(({ state }) => state)
const texts = () => service.heard.map(({ body }) => (body['text'] as { content: string }).content)

test('a group is notified of an overdue order once, and the log of its channel shows it', async () => {
  const channelId = await channel(10)
  await route({ channelId, severities: ['critical'] })
  const orderId = await order('Line down', 1)
  await happens(orderId, 'warned', { clock: 'resolve', percent: 80 })
  await happens(orderId, 'warned', { clock: 'resolve', percent: 100 })
  await happens(await order('Printer', 3), 'warned', { clock: 'resolve', percent: 100 })
  await Promise.all([sweepNotices(t), sweepNotices(t)])
  await comeDue(t)
  await sendAll(t, [`127.0.0.0/8=${company.code}`])
  await comeDue(t)
  expect(await deliveries()).toEqual(['order_overdue group sent'])
  expect(texts()).toHaveLength(1)
  expect(texts()[0]).toContain('#1 Line down')
  const log = await admin.call('POST /api/v1/notice/delivery/lists', { channelId })
  expect(log.data.items).toMatchObject([
    {
      alarmId: null,
      work: { kind: 'order', subjectId: orderId, number: 1 },
      deviceName: 'Line down',
      transition: 'order_overdue',
      severity: 'critical',
      state: 'sent',
    },
  ])
})

test('an alarm and an overdue order that are due together are one message', async () => {
  const channelId = await channel(10)
  await route({ channelId, events: ['raised', 'order_overdue'] })
  await raiseAlarm(t, company.id, 'Core')
  await happens(await order('Line down', 1), 'warned', { clock: 'resolve', percent: 100 })
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, [`127.0.0.0/8=${company.code}`])
  expect(texts()).toHaveLength(1)
  expect(texts()[0]).toMatch(/Core[^]*#1 Line down/)
})

test('what a person chose replaces the mail of the platform, in their hours, and P1 breaks these', async () => {
  await own({ channelId: await channel(5), quietFrom: '00:00', quietUntil: '23:59' })
  const [urgent, usual] = [await order('Core', 1), await order('Printer', 3)]
  for (const id of [urgent, usual]) await happens(id, 'assign')
  await happens(usual, 'reopen')
  await sweepNotices(t)
  await mails()
  expect(await noticeStates()).toEqual(['routed', 'routed', 'routed'])
  expect(await deliveries()).toEqual(['order_assigned engineer waiting', 'order_assigned engineer waiting'])
  const { rows } = await t.adminPool.query<{ title: string; soon: boolean }>(
    `select e.detail->>'title' as title, d.due_at < now() + interval '1 minute' as soon
     from delivery d join work_event e on e.id = d.work_event_id where d.company_id = $1 order by 1`,
    [company.id],
  )
  expect(rows[0]).toEqual({ title: 'Core', soon: true })
})

test('without a choice the platform mails, unless a rule of the company does', async () => {
  await happens(await order('First', 2), 'assign')
  await sweepNotices(t)
  await mails()
  expect(await noticeStates()).toEqual(['sent'])
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1 and person_id = $2',
    [company.id, engineer.personId],
  )
  await route({ events: ['order_assigned'], channelId: await channel(5), memberIds: [rows[0]!.id] })
  await happens(await order('Second', 2), 'assign')
  await sweepNotices(t)
  await mails()
  expect(await deliveries()).toEqual(['order_assigned engineer waiting'])
  expect(await noticeStates()).toEqual(['sent', 'waiting'])
})

test('a rule notifies no member who may not see work orders, and does not send what is over', async () => {
  const blind = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `delete from member_role r using member m where m.id = r.member_id and m.company_id = $1 and m.person_id = $2`,
    [company.id, blind.personId],
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1 and person_id = any ($2)',
    [company.id, [blind.personId, admin.personId]],
  )
  await route({
    events: ['order_created', 'order_overdue'],
    channelId: await channel(5),
    memberIds: rows.map(({ id }) => id),
  })
  const orderId = await order('Line down', 2)
  await happens(orderId, 'created')
  await sweepNotices(t)
  expect(await deliveries()).toEqual(['order_created other waiting'])
  await t.adminPool.query(`update work_order set state = 'cancelled' where id = $1`, [orderId])
  await comeDue(t)
  expect(await deliveries()).toEqual(['order_created other dropped over'])
})

test('a rule with an escalation reports an assignment that nobody accepted in time', async () => {
  const channelId = await channel(10)
  await route({ events: ['order_assigned'], channelId, afterMinutes: 15 })
  const [taken, left] = [await order('Taken', 2), await order('Left', 2)]
  for (const id of [taken, left]) await happens(id, 'assign')
  await sweepNotices(t)
  await t.adminPool.query('update work_order set responded_at = now() where id = $1', [taken])
  await comeDue(t)
  expect((await deliveries()).toSorted()).toEqual([
    'order_assigned group dropped acknowledged',
    'order_assigned group sending',
  ])
})

test('a rule names events of stock, certificates and shared orders', async () => {
  const events = ['part_short', 'certificate', 'shared_order']
  expect((await route({ channelId: await channel(10), events })).code).toBe(0)
})
