import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { makeNoticeLink } from './index.ts'
import {
  comeDue,
  type FakeService,
  measureDisk,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../test/notice-fixture.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let company: { id: string; code: string }
let person: TestPerson
let ranges: string[]

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices((app, { scopes }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
  }))
})
afterAll(() => stop())
beforeEach(async () => {
  company = await t.company('company')
  person = await t.person(company.id, 'administrator')
  ranges = [`127.0.0.0/8=${company.code}`]
  service.heard.length = 0
  service.answer = { status: 200, body: '{"errcode":0}' }
})

const device = (more: object = {}) => arrangeDevice(t, company.id, { type: 'switch', name: 'Core', ...more })
const full = (id: string) => measureDisk(t, id, 95)
const empty = (id: string) => measureDisk(t, id, 20, 1000)

async function outlet(name: string): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'insert into outlet (company_id, name) values ($1, $2) returning id::text',
    [company.id, name],
  )
  return rows[0]!.id
}

async function robot(name = 'Group'): Promise<string> {
  const { data } = await person.call('POST /api/v1/integration', {
    kind: 10,
    name,
    robot: { vendor: 'wecom', format: 'text', address: `${service.url}/${name}` },
  })
  return data.id
}

const route = (more: object) =>
  person.call('POST /api/v1/notice/route', {
    name: `Route ${Math.random()}`,
    events: ['raised', 'cleared'],
    timeZone: 'Asia/Shanghai',
    ...more,
  })

async function routeTo(channelId: string, more: object = {}): Promise<void> {
  const made = await route({ channelId, ...more })
  expect(made.code).toBe(0)
}

const texts = () => service.heard.map(({ body }) => (body['text'] as { content: string }).content)
const states = async () =>
  (
    await t.adminPool.query<{ what: string }>(
      `select transition || ' ' || state || coalesce(' ' || dropped_because, '') as what from delivery
       where company_id = $1 and channel_id is not null order by id`,
      [company.id],
    )
  ).rows.map(({ what }) => what)
const bell = async (who = person) => (await who.call('GET /api/v1/notice/own')).data

describe('a group', () => {
  test('hears of an alarm and of its end, each once however often the sweep runs', async () => {
    await routeTo(await robot())
    const id = await device()
    await full(id)
    await Promise.all([sweepNotices(t), sweepNotices(t)])
    expect(await states()).toEqual(['raised waiting'])
    await sendAll(t, ranges)
    expect(texts()).toEqual([])
    await comeDue(t)
    await sendAll(t, ranges)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toEqual([expect.stringContaining('Core')])
    expect(texts()[0]).toMatch(/https:\/\/netward\.test\/#\/operationsMonitoring\/alarms\/\d+$/)
    await empty(id)
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(await states()).toEqual(['raised sent', 'cleared sent'])
    expect(texts()).toHaveLength(2)
  })

  test('hears of a site once, whatever went wrong there', async () => {
    await routeTo(await robot())
    const place = await outlet('Shop')
    for (const name of ['A', 'B', 'C']) await full(await device({ name, outlet_id: place }))
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toMatch(/^\[[^\]]+\] Shop/)
    expect(texts()[0]!.split('\n')).toHaveLength(5)
    // What grows within five minutes waits.
    await full(await device({ name: 'D', outlet_id: place }))
    await sweepNotices(t)
    const { rows } = await t.adminPool.query(
      `select from delivery where company_id = $1 and state = 'waiting' and due_at > now() + interval '4 minutes'`,
      [company.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('hears nothing of what is over before it is sent, and of no end whose raise it did not hear', async () => {
    await routeTo(await robot())
    const id = await device()
    await full(id)
    await empty(id)
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(await states()).toEqual(['raised dropped over', 'cleared dropped unheard'])
    expect(texts()).toEqual([])
  })

  test('hears nothing of what is in maintenance or muted until that ends', async () => {
    await routeTo(await robot())
    await full(await device())
    const set = (columns: string) =>
      t.adminPool.query(`update alarm set ${columns} where company_id = $1`, [company.id])
    await set('in_maintenance = true')
    await sweepNotices(t)
    await comeDue(t)
    await set('in_maintenance = false, muted = true')
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toEqual([])
    await set('muted = false')
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toHaveLength(1)
  })

  test('is not written to more often than its robot bears, and then in one message', async () => {
    const channelId = await robot()
    await routeTo(channelId)
    await t.adminPool.query(
      `insert into notice_message (company_id, channel_id, recipient, state)
       select $1, $2, 0, 'sent' from generate_series(1, 18)`,
      [company.id, channelId],
    )
    for (const name of ['A', 'B']) await full(await device({ name }))
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toEqual([])
    await t.adminPool.query(
      `update notice_message set made_at = now() - interval '2 minutes' where channel_id = $1`,
      [channelId],
    )
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toContain('A')
  })

  test('shares the limit of its robot with other channels to it', async () => {
    const address = (more: string) => `${service.url}/cgi-bin/webhook/send?${more}`
    const add = async (name: string, more: string) =>
      (
        await person.call('POST /api/v1/integration', {
          kind: 10,
          name,
          robot: { vendor: 'wecom', format: 'text', address: address(more) },
        })
      ).data.id
    const [first, second, apart] = [
      await add('First', 'key=one'),
      await add('Second', 'debug=1&key=one'),
      await add('Apart', 'key=two'),
    ]
    for (const channelId of [second, apart]) await routeTo(channelId)
    await t.adminPool.query(
      `insert into notice_message (company_id, channel_id, recipient, state)
       select $1, $2, 0, 'sent' from generate_series(1, 18)`,
      [company.id, first],
    )
    await full(await device({ name: 'A' }))
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(texts()).toHaveLength(1)
    const { rows } = await t.adminPool.query(
      'select channel_id::text as id, state from delivery where company_id = $1 and channel_id is not null',
      [company.id],
    )
    expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [second, 'waiting'],
        [apart, 'sent'],
      ]),
    )
  })

  test('that refuses is tried again under the same id, and does not stop others', async () => {
    await routeTo(await robot('Bad'))
    const hook = await person.call('POST /api/v1/integration', {
      kind: 11,
      name: 'hook',
      webhook: { address: `${service.url}/hook` },
    })
    await routeTo(hook.data.id)
    await full(await device())
    service.answer = { status: 500, body: '' }
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, ranges)
    expect(await states()).toEqual(['raised sending', 'raised sending'])
    service.answer = { status: 200, body: '{"errcode":93000,"errmsg":"no"}' }
    await t.adminPool.query('update notice_message set next_at = now() where company_id = $1', [company.id])
    await sendAll(t, ranges)
    expect((await states()).toSorted()).toEqual(['raised failed', 'raised sent'])
    const ids = service.heard.map(({ headers }) => headers['webhook-id']).filter((id) => id !== undefined)
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
    const [row] = (await person.call('POST /api/v1/notice/delivery/lists', { channelId: hook.data.id })).data
      .items
    expect(row).toMatchObject({ state: 'sent', attempts: 2, recipientName: null, deviceName: 'Core' })
    const { data } = await person.call('POST /api/v1/integration/lists', { state: 'failing' })
    expect(data.items.map(({ name }) => name)).toEqual(['Bad'])
  })

  test('is quiet at night, and critical alarms break that', async () => {
    const now = new Date()
    const clock = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16)
    await routeTo(await robot(), { timeZone: 'UTC', quietFrom: clock(-60), quietUntil: clock(60) })
    await full(await device())
    await sweepNotices(t)
    const waits = async () =>
      (
        await t.adminPool.query<{ quiet: boolean }>(
          `select due_at > now() + interval '50 minutes' as quiet from delivery where company_id = $1
             and channel_id is not null order by id`,
          [company.id],
        )
      ).rows.map(({ quiet }) => quiet)
    expect(await waits()).toEqual([true])
    const id = await arrangeDevice(t, company.id, { type: 'switch', name: 'Second' })
    await full(id)
    await t.adminPool.query(`update alarm set severity = 'critical' where device_id = $1`, [id])
    await sweepNotices(t)
    expect(await waits()).toEqual([true, false])
  })
})

test('the quiet minutes pass midnight, and end in the time zone of the route', async () => {
  const end = async (from: number, until: number, at: string) => {
    const { rows } = await t.adminPool.query<{ at: string | null }>(
      `select to_char(quiet_end($1, $2, 'Asia/Shanghai', $3) at time zone 'UTC', 'MM-DD HH24:MI') as at`,
      [from, until, at],
    )
    return rows[0]!.at
  }
  expect(await end(1320, 420, '2026-11-27T15:00:00Z')).toBe('11-27 23:00')
  expect(await end(1320, 420, '2026-11-27T20:00:00Z')).toBe('11-27 23:00')
  expect(await end(1320, 420, '2026-11-27T23:00:00Z')).toBeNull()
  expect(await end(720, 780, '2026-11-27T04:30:00Z')).toBe('11-27 05:00')
  expect(await end(720, 780, '2026-11-27T05:00:00Z')).toBeNull()
})

describe('the bell', () => {
  test('shows major alarms to members who may see them, unread until they are opened', async () => {
    const shop = await outlet('Shop')
    const seesNothing = await t.person(company.id, 'engineer')
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
         values ($1, 'one shop', '{DMS_SERVER_ALARM}', 'outlets', array[$3::bigint]) returning id)
       update member_role mr set built_in = null, role_id = r.id from r, member m
       where m.person_id = $2 and mr.company_id = $1 and mr.member_id = m.id`,
      [company.id, seesNothing.personId, shop],
    )
    await full(await device())
    await sweepNotices(t)
    expect((await bell()).items).toMatchObject([
      { deviceName: 'Core', transition: 'raised', readAt: null, active: true },
    ])
    expect((await bell(seesNothing)).items).toEqual([])
    await full(await device({ name: 'Till', outlet_id: shop }))
    await sweepNotices(t)
    expect((await bell(seesNothing)).items).toMatchObject([{ deviceName: 'Till', outletName: 'Shop' }])
    expect((await person.call('GET /api/v1/notice/own/unread')).data.unread).toBe(2)
    const [newest] = (await bell()).items
    await person.call('POST /api/v1/notice/own/read', { ids: [newest!.id] })
    expect((await bell()).unread).toBe(1)
    expect((await bell(seesNothing)).unread).toBe(1)
    await person.call('POST /api/v1/notice/own/read', {})
    expect((await bell()).unread).toBe(0)
  })

  test('follows the rules of the company once it has one, and pages backwards', async () => {
    const member = await t.person(company.id, 'engineer')
    const { rows } = await t.adminPool.query<{ id: string }>(
      'select id::text from member where person_id = $1',
      [member.personId],
    )
    await routeTo(null as never, { channelId: null, memberIds: [rows[0]!.id], severities: ['major'] })
    for (let n = 0; n < 22; n += 1) await full(await device({ name: `D${n}` }))
    await sweepNotices(t)
    expect((await bell()).items).toEqual([])
    const first = await bell(member)
    expect(first.hasMore).toBe(true)
    const more = await member.call('GET /api/v1/notice/own', { before: first.items.at(-1)!.id })
    expect(more.data.items).toHaveLength(2)
    expect(more.data.hasMore).toBe(false)
  })
})

describe('a rule of notifications', () => {
  test('refuses what does not fit, and belongs to its company', async () => {
    const channelId = await robot()
    const codes = await Promise.all([
      route({ channelId: '999999' }),
      route({ channelId: null }),
      route({ channelId: null, memberIds: ['999999'] }),
      route({ channelId, outletIds: ['999999'] }),
      route({ channelId, timeZone: 'Mars/Base' }),
      route({ channelId, quietFrom: '22:00' }),
    ])
    expect(codes.map(({ code }) => code)).toEqual([
      'integration.not_found',
      'notice.members_missing',
      'notice.member_not_found',
      'outlet.not_found',
      'settings.time_zone_unknown',
      'request.invalid',
    ])
    const { data } = await route({ channelId, name: 'Night' })
    expect((await route({ channelId, name: 'night' })).code).toBe('notice.route_name_taken')
    const given = {
      events: ['raised' as const],
      timeZone: 'UTC',
      channelId,
      quietFrom: '22:00',
      quietUntil: '07:30',
    }
    const edit = (who: TestPerson, name: string) =>
      who.call('PUT /api/v1/notice/route/:routeId', { routeId: data.id, name, ...given })
    expect((await edit(person, 'Day')).code).toBe(0)
    const { items } = (await person.call('POST /api/v1/notice/route/lists', {})).data
    expect(items).toMatchObject([
      {
        name: 'Day',
        quietFrom: '22:00',
        quietUntil: '07:30',
        channel: { kind: 10, name: 'Group' },
        members: [],
      },
    ])
    const stranger = await t.person((await t.company('company')).id, 'administrator')
    expect((await edit(stranger, 'Theirs')).code).toBe('notice.route_not_found')
    expect((await stranger.call('GET /api/v1/notice/route/choices')).data.channels).toEqual([])
    expect((await person.call('GET /api/v1/notice/route/choices')).data.channels).toHaveLength(1)
    expect((await person.call('DELETE /api/v1/notice/route/:routeId', { routeId: data.id })).code).toBe(0)
    expect((await person.call('DELETE /api/v1/notice/route/:routeId', { routeId: data.id })).code).toBe(
      'notice.route_not_found',
    )
    await t.adminPool.query(
      `insert into notice_route (company_id, name, events, time_zone, edited_by)
       select $1, 'r' || n, '{raised}', 'UTC', '' from generate_series(1, 200) n`,
      [company.id],
    )
    expect((await route({ channelId })).code).toBe('notice.too_many_routes')
  })
})

describe('a personal notification', () => {
  const given = { events: ['raised' as const], timeZone: 'UTC' }

  test('rings for its person alone, and replaces what the bell shows without one', async () => {
    const other = await t.person(company.id, 'engineer')
    expect(
      (await person.call('POST /api/v1/notice/own/route', { ...given, severities: ['minor'] })).code,
    ).toBe(0)
    await full(await device())
    await sweepNotices(t)
    expect((await bell()).items).toEqual([])
    expect((await bell(other)).items).toHaveLength(1)
  })

  test('is sent by mail at the time of its digest, in one message', async () => {
    const mail = await person.call('POST /api/v1/integration', {
      kind: 5,
      name: 'mail',
      mail: { host: '127.0.0.1', port: 25, security: 'offered', from: 'alarms@example.test' },
    })
    const made = await person.call('POST /api/v1/notice/own/route', {
      ...given,
      channelId: mail.data.id,
      digestAt: new Date(Date.now() + 90 * 60_000).toISOString().slice(11, 16),
    })
    expect(made.code).toBe(0)
    for (const name of ['A', 'B']) await full(await device({ name }))
    await sweepNotices(t)
    const { rows } = await t.adminPool.query<{ recipient: string; late: boolean }>(
      `select recipient::text, due_at > now() + interval '80 minutes' as late from delivery
       where company_id = $1 and channel_id is not null`,
      [company.id],
    )
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ recipient: person.personId, late: true })))
    await comeDue(t)
    const { rows: messages } = await t.adminPool.query('select from notice_message where company_id = $1', [
      company.id,
    ])
    expect(messages).toHaveLength(1)
    const { items } = (await person.call('GET /api/v1/notice/own/route')).data
    expect(items).toMatchObject([{ channel: { name: 'mail' }, quietFrom: null }])
  })

  test('names no group, is limited, and is changed by nobody but its person', async () => {
    const channelId = await robot()
    const add = (more: object) => person.call('POST /api/v1/notice/own/route', { ...given, ...more })
    expect((await add({ channelId })).code).toBe('integration.not_found')
    expect((await add({ timeZone: 'Mars/Base' })).code).toBe('settings.time_zone_unknown')
    const { data } = await add({})
    const colleague = await t.person(company.id, 'administrator')
    for (const [who, code] of [
      [colleague, 'notice.route_not_found'],
      [person, 0],
    ] as const) {
      const routeId = data.id
      const edit = await who.call('PUT /api/v1/notice/own/route/:routeId', { routeId, ...given })
      const byCompany = await who.call('DELETE /api/v1/notice/route/:routeId', { routeId })
      const remove = await who.call('DELETE /api/v1/notice/own/route/:routeId', { routeId })
      expect([edit.code, byCompany.code, remove.code]).toEqual([code, 'notice.route_not_found', code])
    }
    for (let n = 0; n < 20; n += 1) await add({})
    expect((await add({})).code).toBe('notice.too_many_own_routes')
  })
})

describe('a link of a mail', () => {
  async function linkTo(member: TestPerson): Promise<string> {
    const { rows } = await t.adminPool.query<{ id: string }>(
      `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
         values ($1, 5, 'mail', '{}', '', '', '') returning id),
       m as (insert into notice_message (company_id, channel_id, recipient) select $1, id, $2 from c returning id, channel_id)
       insert into delivery (company_id, alarm_company_id, event_id, alarm_id, transition, channel_id, recipient, state, due_at, message_id)
       select $1, $1, e.id, e.alarm_id, e.kind, m.channel_id, $2, 'sending', now(), m.id
       from m, alarm_event e where e.company_id = $1 and e.kind = 'raised' returning message_id as id`,
      [company.id, member.personId],
    )
    return makeNoticeLink(t.scopes, rows[0]!.id)
  }
  const open = (ticket: string) =>
    t.raw({ method: 'POST', url: '/api/v1/notice/link/open', payload: { ticket } })
  const acknowledge = (ticket: string) =>
    t.raw({ method: 'POST', url: '/api/v1/notice/link/acknowledge', payload: { ticket } })
  const alarm = async () => (await person.call('POST /monitor/api/v1/alarm/lists', {})).data.items[0]!

  test('shows the alarms, and acknowledges them by its button, as the person', async () => {
    const member = await t.person(company.id, 'engineer')
    await full(await device())
    const ticket = await linkTo(member)
    expect((await open(ticket)).data).toMatchObject({
      alarms: [{ text: expect.stringContaining('Core'), active: true, acknowledgedBy: null }],
    })
    expect((await alarm()).acknowledgedAt).toBeNull()
    expect((await acknowledge(ticket)).data).toEqual({ acknowledged: 1 })
    const { acknowledgedBy } = await alarm()
    const { rows } = await t.adminPool.query(
      `select actor_name as name from audit_log where company_id = $1 and action = 'alarm.acted_on'`,
      [company.id],
    )
    expect(rows).toEqual([{ name: acknowledgedBy }])
    expect((await acknowledge(ticket)).data).toEqual({ acknowledged: 0 })
  })

  test('ends after a day, with the rights of its person, and with its company', async () => {
    const member = await t.person(company.id, 'engineer')
    await full(await device())
    const ticket = await linkTo(member)
    expect((await open(`${ticket.slice(0, -1)}x`)).code).toBe('ticket.invalid')
    const set = (change: string) => t.adminPool.query(change, [company.id])
    for (const [off, on] of [
      [
        `update notice_link set expires_at = now() where company_id = $1`,
        `update notice_link set expires_at = now() + interval '1 hour' where company_id = $1`,
      ],
      [
        `update member_role set built_in = 'user_layer' where company_id = $1 and built_in = 'engineer'`,
        `update member_role set built_in = 'engineer' where company_id = $1 and built_in = 'user_layer'`,
      ],
      [
        `update company set status = 'frozen' where id = $1`,
        `update company set status = 'active' where id = $1`,
      ],
    ] as const) {
      await set(off)
      expect((await acknowledge(ticket)).code).toBe('ticket.invalid')
      await set(on)
    }
    expect((await acknowledge(ticket)).code).toBe(0)
  })
})
